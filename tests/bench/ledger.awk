# ledger.awk - write a bill that is hard on the rules, in the form gpubill-simple:
# `awk -v shape=stem -v rows=1000000 -f ledger.awk`.
#
# Each shape is one way in which work could grow with the pairs of lines and not with the lines:
#
#     month     instances with their hours, disks, traffic and stops: what real bills look like
#     instance  all lines are of one instance, one second behind the other
#     overlap   all lines are of one instance, and each overlaps all others
#     equal     all rows are equal
#     order     all charges and refunds have one order id
#     refunds   each charge has its refund, without an order id
#     stem      all instances have one name but for a number, and run at times of their own
#     cluster   the same, but all are started together
#     states    a state log of one instance, a line for each of its states
#     usage     a utilisation log of one instance, idle every second quarter of an hour
#
# The bill that goes with the last two is that of shape `instance`.

BEGIN {
    if (shape == "states") {
        print "platform,instance,state,from,to"
        for (i = 0; i < rows; i++)
            print "autodl,i-1," (i % 2 ? "stopped" : "running") "," time(i * 60) "," time(i * 60 + 60)
        exit
    }
    if (shape == "usage") {
        print "time,platform,instance,gpu,utilisation"
        for (i = 0; i < rows; i++)
            print time(i * 2) ",autodl,i-1,0," (int(i / 450) % 2 ? 90 : 0)
        exit
    }
    print "platform,line_id,order_id,instance,resource,resource_name,item,category,entry,start,end," \
        "billed_quantity,unit,unit_price,amount,gpu_model,gpu_count"
    for (i = 0; i < rows; i++)
        write(i)
}

# The moment ${seconds} behind 1 March 2026, however far that is.
function time(seconds,  day, rest) {
    day = int(seconds / 86400)
    rest = seconds % 86400
    # Months of 28 days, so that every day exists.
    return sprintf("%04d-%02d-%02d %02d:%02d:%02d", 2026 + int((day + 56) / 336),
        int((day + 56) / 28) % 12 + 1, day % 28 + 1, int(rest / 3600), int(rest / 60) % 60, rest % 60)
}

function row(line, order, instance, resource, name, category, entry, from, to, amount) {
    printf "autodl,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,1,hour,%s,%s,%s,%s\n", line, order, instance,
        resource, name, category, category, entry, from, to, amount, amount,
        (category == "gpu" ? "RTX 4090" : ""), (category == "gpu" ? 1 : "")
}

function write(i,  instance, hour) {
    if (shape == "month") {
        # Of each 240 rows of an instance 200 are hours on the GPU, and the disk lives on.
        instance = int(i / 240)
        hour = i % 240
        if (hour < 200)
            row("L" i, "", "i-" instance, "", "job " (instance * 7919) % 100003 "x", "gpu", "",
                time(hour * 3600), time(hour * 3600 + 3600), "1.88")
        else if (hour < 230)
            row("L" i, "", "i-" instance, "d-" instance, "disk", "data-disk", "",
                time((hour - 200) * 86400), time((hour - 199) * 86400), "0.33")
        else
            row("L" i, "", "i-" instance, "", "net", "traffic", "", time((hour - 230) * 86400 + 60),
                "", "0.90")
    } else if (shape == "instance") {
        row("L" i, "", "i-1", "", "job", i % 3 ? "gpu" : "data-disk", "", time(2 * i),
            time(2 * i + 1), "0.01")
    } else if (shape == "overlap") {
        row("L" i, "", "i-1", "", "job", "gpu", "", time(i), time(20000000), "0.01")
    } else if (shape == "equal") {
        row("", "", "i-1", "", "job", "gpu", "", time(0), time(3600), "1.88")
    } else if (shape == "order") {
        row("L" i, "o-1", "i-" i % 1000, "", "job", "gpu", i % 2 ? "refund" : "", time(i), time(i + 60),
            i % 2 ? "-0.50" : "1.00")
    } else if (shape == "refunds") {
        row("L" i, "", "i-" int(i / 2) % 1000, "", "job", "gpu", i % 2 ? "refund" : "",
            time(int(i / 2)), time(int(i / 2) + 60), i % 2 ? "-0.50" : "1.00")
    } else if (shape == "stem") {
        # Ten runs of one to three hours for each instance, all over a month.
        instance = int(i / 10)
        hour = (i * 7919) % 650
        row("L" i, "", "i-" instance, "", "train-" instance, "gpu", "", time(hour * 3600 + i % 3600),
            time((hour + 1 + i % 3) * 3600), "1.88")
    } else if (shape == "cluster") {
        instance = int(i / 10)
        row("L" i, "", "i-" instance, "", "node-" instance, "gpu", "", time((i % 10) * 36000),
            time((i % 10) * 36000 + 30000), "1.88")
    } else {
        print "ledger.awk: no such shape: " shape >"/dev/stderr"
        exit 2
    }
}
