// Manufacturers are compared by their CAGE code, else by their name. Invariant: `manufacturer_key`
// in the database computes the same; a test compares the two.

/** The manufacturer as an offer or a row states it. */
export type Manufacturer = { readonly manufacturer: string | null; readonly cage: string | null };

const forms =
  "incorporated|inc|corporation|corp|company|co|limited|ltd|llc|l\\.l\\.c|lp|plc|gmbh|ag|kg|" +
  "oy|ab|pty|pte|bv|b\\.v|nv|n\\.v|sarl|sas|s\\.a\\.s|sa|s\\.a|srl|s\\.r\\.l|spa|s\\.p\\.a";
const asciiMarks = "\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00bf";
const ignored = new RegExp(
  `(?:[\\s.,&]+(?:${forms}))+[\\s.,]*$|^\\s*the\\s+|[${asciiMarks}\\u0300-\\u036f\\u2000-\\u206f]+`,
  "gi",
);

/** A name without case, accents, punctuation and the form of the company. */
export function foldManufacturer(name: string): string {
  const kept = name.normalize("NFKD").replace(ignored, "");
  return kept.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** What identifies a manufacturer; empty if it is not stated. */
export function manufacturerKey({ manufacturer, cage }: Manufacturer): string {
  return cage ?? (manufacturer === null ? "" : foldManufacturer(manufacturer));
}

/** How many manufacturers are stated; the same CAGE code or the same name is the same one. */
export function countManufacturers(parts: readonly Manufacturer[]): number {
  let known: ReadonlySet<string>[] = [];
  for (const { manufacturer, cage } of parts) {
    const name = manufacturer === null ? "" : foldManufacturer(manufacturer);
    const marks = new Set([`cage ${cage ?? ""}`, `name ${name}`].filter((mark) => mark.length > 5));
    if (marks.size === 0) continue;
    const others = known.filter((one) => one.isDisjointFrom(marks));
    const same = known.filter((one) => !one.isDisjointFrom(marks));
    known = [...others, new Set([...marks, ...same.flatMap((one) => [...one])])];
  }
  return known.length;
}
