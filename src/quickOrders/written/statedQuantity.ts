// A quantity that a line states by a label or a unit, wherever it is: "QTY 2", "4EA", "12,5 m".
// Pure. Invariant: the quantity has its unit as written, and two statements are none.
import { codeSynonyms } from "../../catalog/import/codeLists.ts";

const number = "\\d+(?:[.,'\\u2019]\\d+)*";
const { units } = codeSynonyms;
const names = [...new Set([...Object.keys(units), ...Object.values(units)])]
  .filter((name) => name.length > 1)
  .sort((one, other) => other.length - one.length)
  .join("|");
// Of the single letters, L and G end part numbers: AN960 10L.
const unit = `(?:(?:(?i:${names})|[mlgM])\\.?(?![^\\s,;)]))`;
const start = "(?:^|(?<=[\\s,;(]))";
const end = "(?=$|[\\s,;)])";
const label = "(?i:qty|qnty|quantity)[.:= ]*";
const statement = new RegExp(
  `${start}(?:${label}(?<labeled>${number}(?: ?${unit})?)|(?<counted>${number} ?${unit}))${end}`,
  "g",
);

/** Real lines are much shorter. */
const maxLength = 1_000;

/** What a line says without its quantity, and the quantity; undefined unless there is one. */
export function takeStatedQuantity(
  line: string,
): { readonly quantity: string; readonly rest: string; readonly isLabeled: boolean } | undefined {
  if (line.length > maxLength) return undefined;
  const [found, ...others] = line.matchAll(statement);
  if (found === undefined || others.length > 0) return undefined;
  const { labeled, counted } = found.groups ?? {};
  const before = line.slice(0, found.index).replace(/[\s,;(]+$/, "");
  const after = line.slice(found.index + found[0].length).replace(/^[\s,;)]+/, "");
  const rest = `${before} ${after}`.trim();
  return { quantity: labeled ?? counted ?? "", rest, isLabeled: labeled !== undefined };
}
