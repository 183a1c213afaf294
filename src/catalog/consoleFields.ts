import { formatCount } from "../kit/html/amount.ts";
import type { Content } from "../kit/html/html.ts";
import type { Currency } from "../kit/money.ts";
import { formatMoney, readPriceOfRow } from "../kit/price.ts";
import { showFact } from "./offerFacts.ts";

/** The value of a column of an offer; `currency` is that of its price. */
export function formatField(field: string, value: unknown, currency: Currency | null): Content {
  if (field === "list_price") {
    const isPriced = value !== null && currency !== null;
    if (!isPriced) return "on request";
    return formatMoney(readPriceOfRow(value, currency));
  }
  if (value === null || value === undefined || value === "") return "none";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.join(", ");
  return Number.isInteger(value) ? formatCount(Number(value)) : showFact(field, String(value));
}
