// Exact decimals for the tests, apart from those of the page's own script.

export function units(text) {
    const [, sign, whole, part] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text.replaceAll(",", ""));
    const value = BigInt(whole + (part || "").padEnd(18, "0"));
    return sign ? -value : value;
}

// With two decimals, rounded half away from zero, thousands parted.
export function shown(value) {
    const cents = ((value < 0n ? -value : value) + 5n * 10n ** 15n) / 10n ** 16n;
    const text = String(cents).padStart(3, "0");
    return (value < 0n && cents > 0n ? "-" : "") +
        text.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ",") + "." + text.slice(-2);
}

export function sum(texts) {
    return texts.reduce(function (total, text) { return total + units(text); }, 0n);
}
