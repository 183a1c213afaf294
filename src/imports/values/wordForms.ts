// Quantities and prices with words or signs around their number: "10+", "QTY 4", "EST 7.00".
// Invariant: only words are known that name no unit, no currency and no upper bound, so that "3 BX"
// is never 3 pieces and "<10" never 10 (decision 252).

type AroundNumber = { readonly before: string; readonly after: string; readonly number: RegExp };

const stock: AroundNumber = {
  before:
    ">, >=, ≥, OVER, MORE THAN, AT LEAST, QTY, QUANTITY, MENGE, STOCK, IN STOCK, ON HAND, " +
    "AVAILABLE, AVAIL, AVL",
  after:
    "+, PLUS, OR MORE, IN STOCK, IN STK, ON STOCK, STOCK, ON HAND, AVAILABLE, AVAIL, AVL, " +
    "AUF LAGER, VERFÜGBAR, EN STOCK, DISPONIBLE, DISPONIBLES, DISPONÍVEL",
  number: /^(?:\d+|\d{1,3}(?:[.,']\d{3})+)$/,
};

const price: AroundNumber = {
  before: "EST, ESTIMATE, ESTIMATED, APPROX, ABOUT, FROM, AB, NET, NETT, NETTO, LIST, MSRP",
  after: "EST, ESTIMATE, ESTIMATED, APPROX, NET, NETT, NETTO, LIST, MSRP, FIRM, OBO, EXW, EX WORKS",
  // The sign of a currency may be beside the number. Spaces group no digits here: "LIST 100 800"
  // may be two prices.
  number: /^\p{L}{0,3}\p{Sc}? ?[.,]?\d[\d.,']* ?\p{L}{0,3}\p{Sc}?$/u,
};

const known: ReadonlyMap<string, AroundNumber> = new Map([
  ["available_stock", stock],
  ["on_hand", stock],
  ["price", price],
  ["unit_price", price],
]);

/** What a form means if its number counts. */
export const numberMeaning = "#";

/** What a form can mean, by the column. A stock of 0 is one that is not known. */
const readings: ReadonlyMap<string, readonly string[]> = new Map([
  ["available_stock", [numberMeaning, "0"]],
  ["on_hand", [numberMeaning, "0"]],
  ["price", [numberMeaning, ""]],
  ["unit_price", [numberMeaning]],
]);

/** Long words first. */
function listWords(words: string): string {
  return words
    .split(",")
    .map((word) => word.trim())
    .toSorted((one, other) => other.length - one.length)
    .map((word) => word.replace("+", "\\+").replace(" ", "\\s+"))
    .join("|");
}

const patterns = new Map(
  [...known].map(([column, { before, after }]) => [
    column,
    {
      before: new RegExp(`^(${listWords(before)})(?!\\p{L})[.:]?\\s*(.+)$`, "iu"),
      after: new RegExp(`^(.*?\\S)\\s*(?<!\\p{L})(${listWords(after)})\\.?$`, "iu"),
    },
  ]),
);

const bareNumber = /^[\d.,]*$/;

type WordForm = { readonly form: string; readonly number: string };

/**
 * How a cell is written that has known words around one number, with # for it: "#+", "QTY #". A
 * number that is not read as one is for the reader of the column to refuse.
 */
export function splitWords(column: string, cell: string): WordForm | undefined {
  const pattern = patterns.get(column);
  if (pattern === undefined || bareNumber.test(cell)) return undefined;
  const text = cell.trim().replace(/\s+/g, " ");
  const [, before = "", rest = text] = pattern.before.exec(text) ?? [];
  const [, number = rest, after = ""] = pattern.after.exec(rest) ?? [];
  if (before === "" && after === "") return undefined;
  if (known.get(column)?.number.test(number) !== true) return undefined;
  const end = after === "+" ? after : ` ${after}`;
  return { form: `${before} #${end}`.trim().toUpperCase(), number };
}

/** What the form of words around a number can mean; empty if it is none. */
export function listWordReadings(column: string, form: string): readonly string[] {
  const isForm = splitWords(column, form.replace("#", "1"))?.form === form;
  return isForm && form.includes("#") ? (readings.get(column) ?? []) : [];
}

/** A cell with words as its form means: its number, or what it has instead. */
export function readWords({ number }: WordForm, meaning: string): string {
  return meaning === numberMeaning ? number : meaning;
}
