// A changed unit price as the timeline keeps it.
import type { WireMoney } from "../money.ts";
import { toWireMoney } from "../money.ts";
import type { OrderLine } from "./order.ts";
import type { Change } from "./orderEvent.ts";

/** The unit prices of a line before and after; undefined where they are the same. */
export function priceChange(before: OrderLine, after: OrderLine): Change<WireMoney> | undefined {
  const { minor, currency } = before.unitPrice;
  if (minor === after.unitPrice.minor && currency === after.unitPrice.currency) return undefined;
  return { before: toWireMoney(before.unitPrice), after: toWireMoney(after.unitPrice) };
}
