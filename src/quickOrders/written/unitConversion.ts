// What a quantity in one unit is in another, if that is certain. Pure. Invariant: a box, can or
// roll is never converted, because only its vendor knows what it contains.

/** Units that count pieces, by how many. What is no whole number of them is not converted. */
const counts: Readonly<Record<string, bigint>> = { EA: 1n, PR: 2n, DZ: 12n, HD: 100n };

/** Units that measure the same, by an exact number of the smallest. Gallons are those of the US. */
const measures: readonly Readonly<Record<string, bigint>>[] = [
  { MM: 10n, CM: 100n, MR: 10_000n, IN: 254n, FT: 3_048n, YD: 9_144n },
  { GM: 10n ** 9n, KG: 10n ** 12n, OZ: 28_349_523_125n, LB: 453_592_370_000n },
  { ML: 10n ** 6n, LI: 10n ** 9n, PT: 473_176_473n, QT: 946_352_946n, GL: 3_785_411_784n },
];

/** `exact` is null if `count` is exactly the amount, which else is rounded up. */
export type Converted = { readonly count: number; readonly exact: string | null };

/** Single letters that are a unit of what is measured, but may be a thousand of what is counted. */
const letters: Readonly<Record<string, string>> = { M: "MR", L: "LI", G: "GM" };

function findMeasure(from: string, to: string) {
  return measures.find((units) => Object.hasOwn(units, from) && Object.hasOwn(units, to));
}

/** The unit that is meant beside a part sold in `soldIn`: M beside feet is meters. */
export function readMeasure(unit: string, soldIn: string): string {
  const code = Object.hasOwn(letters, unit) ? (letters[unit] ?? unit) : unit;
  return findMeasure(code, soldIn) === undefined ? unit : code;
}

const amountPattern = /^(\d{1,7})(?:[.,](\d{1,2}))?$/;

/**
 * An amount of units `from` in units `to`: "50" or "2.5", without a separator of thousands. Null if
 * it is not certain, or less than half a unit: that is more likely an error than a need.
 */
export function convertAmount(amount: string, from: string, to: string): Converted | null {
  const [, whole = "", fraction = ""] = amountPattern.exec(amount) ?? [];
  const isCounted = Object.hasOwn(counts, from) && Object.hasOwn(counts, to);
  const units = isCounted ? counts : findMeasure(from, to);
  if (whole === "" || units === undefined) return null;
  const hundredths = BigInt(`${whole}${fraction.padEnd(2, "0")}`) * (units[from] ?? 0n);
  const one = 100n * (units[to] ?? 1n);
  const count = Number((hundredths + one - 1n) / one);
  const isWhole = hundredths % one === 0n;
  if (hundredths * 2n < one || (isCounted && !isWhole)) return null;
  const rounded = (hundredths * 100n + one / 2n) / one;
  const decimals = `${rounded / 100n}.${String(rounded % 100n).padStart(2, "0")}`;
  return { count, exact: isWhole ? null : decimals };
}
