// Why a quantity is in a unit in which its part is not sold. Pure.
import { groupDigits } from "../../money.ts";
import { describeOrderTerms, type OrderTerms } from "../../pricing/orderTerms.ts";
import { convertQuantity, isSoldIn } from "../../reading/quantity.ts";

/** "by the tube (TU)", or "per TU" if its name is not known. */
function nameUnit(soldIn: string, name: string | undefined): string {
  if (name === undefined) return `per ${soldIn}`;
  return `by the ${name === "each" ? "piece" : name} (${soldIn})`;
}

/** "", or the minimum and packs that a quantity needs, so that the next one fits. */
function nameTerms(terms: OrderTerms | undefined): string {
  const isAny = terms === undefined || (terms.minQuantity === 1 && terms.multiple === 1);
  return isAny ? "" : `, ${describeOrderTerms(terms)}`;
}

/**
 * Sentences if a quantity is in a unit in which it is not sold; null if it is not. `name` is that
 * of the unit in which it is sold, and `terms` are what a quantity that is entered has to fit.
 */
export function findUnitFault(
  text: string,
  soldIn: string,
  name?: string,
  terms?: OrderTerms,
): string | null {
  if (isSoldIn(text, soldIn)) return null;
  const converted = convertQuantity(text, soldIn);
  const written = text.trim();
  if (converted === null) {
    return `Sold ${nameUnit(soldIn, name)}${nameTerms(terms)}. Enter “${written}” in ${soldIn}.`;
  }
  const { count, exact } = converted;
  const amount = groupDigits(count);
  return exact === null
    ? `“${written}” is ${amount} ${soldIn}.`
    : `“${written}” is ${exact} ${soldIn}, rounded up to ${amount}.`;
}
