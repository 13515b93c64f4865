# bill.awk - write a bill of ${rows} rows in the form gpubill-simple: `awk -v rows=1000000 -f bill.awk`.
#
# Hourly charges of 40 instances in turn, with prices of up to six decimals, a discount and a
# description with a comma in it: what a large export of a month looks like.

BEGIN {
    print "platform,account,line_id,instance,resource_name,item,category,start,end," \
        "billed_quantity,unit,unit_price,list_cost,discount,amount,voucher,currency,gpu_model," \
        "gpu_count,project,pricing,description"
    for (i = 0; i < rows; i++) {
        instance = i % 40
        hour = int(i / 40) % 720
        day = int(hour / 24)
        start = sprintf("2026-03-%02dT%02d:00:00+08:00", 1 + day, hour % 24)
        end = sprintf("2026-03-%02dT%02d:59:59+08:00", 1 + day, hour % 24)
        # Counted in millionths, so that every amount is exact.
        list = 1880000 + instance * 12345
        discount = 100000 + instance * 7
        printf "cloud-%d,lab,L%09d,i-%04d,train-%d,GPU hours,gpu,%s,%s,1,hour,%s,%s,%s,%s,0,CNY," \
            "RTX 4090,1,project-%d,on-demand,\"hourly charge, %d of 40\"\n", \
            instance % 3, i, instance, instance % 7, start, end, decimal(list), decimal(list), \
            decimal(discount), decimal(list - discount), instance % 5, instance
    }
}

function decimal(millionths) {
    return sprintf("%d.%06d", millionths / 1000000, millionths % 1000000)
}
