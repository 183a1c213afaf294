// The subtotal of an order: exactly the sum of its line totals, in one currency (decision 29).
import type { Money } from "../money.ts";

/** The sum of at least one line total; all are in the currency of the first. */
export function sumLineTotals(lines: readonly { readonly lineTotal: Money }[]): Money {
  const [first] = lines;
  if (first === undefined) throw new RangeError("An order has at least one line.");
  const minor = lines.reduce((sum, { lineTotal }) => sum + lineTotal.minor, 0n);
  return { minor, currency: first.lineTotal.currency };
}
