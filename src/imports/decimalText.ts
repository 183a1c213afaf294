// Numbers as people write them: "1250.5", "1,250.50", "1.250,50", "1 250,50", "1'250.50".
// Invariant: a separator that may be of thousands or of decimals is reported, never guessed.

/**
 * A number in digits; `fraction` is empty if there is none. An `unclear` number has a single comma
 * or point before its last three digits, which are its `fraction`.
 */
export type DecimalText = {
  readonly kind: "clear" | "unclear";
  readonly whole: string;
  readonly fraction: string;
  readonly mark: "." | "," | null;
};

const plain = /^(\d+)(?:([.,])(\d+))?$/;
/** ".50" */
const bareFraction = /^([.,])(\d+)$/;
const grouped = /^(\d{1,3})([ '\u2019.,])(\d{3}(?:\2\d{3})*)(?:([.,])(\d+))?$/;

function readPlain(text: string): DecimalText | undefined {
  const found = plain.exec(text.replace(bareFraction, "0$1$2"));
  if (found === null) return undefined;
  const [, whole = "", mark = null, fraction = ""] = found;
  const canGroup = fraction.length === 3 && whole.length <= 3 && !whole.startsWith("0");
  return {
    kind: canGroup ? "unclear" : "clear",
    whole,
    fraction,
    mark: mark === "." || mark === "," ? mark : null,
  };
}

/**
 * Reads a number without a sign; undefined if it is not a number, or if its digits are not grouped
 * by three with one separator. The decimal separator differs from the group separator.
 */
export function readDecimalText(text: string): DecimalText | undefined {
  const number = readPlain(text);
  if (number !== undefined) return number;
  const found = grouped.exec(text);
  if (found === null) return undefined;
  const [, first = "", group = "", rest = "", mark = null, fraction = ""] = found;
  if (mark === group || first.startsWith("0")) return undefined;
  const whole = `${first}${rest.replaceAll(group, "")}`;
  return { kind: "clear", whole, fraction, mark: mark === "." || mark === "," ? mark : null };
}
