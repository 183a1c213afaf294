// Drafts as a buyer's system places them: a lookup, then an order for the parts it found.
import type { OrderId } from "../../src/orders/order.ts";
import type { TestAccount } from "./testApp.ts";

/** Places a draft of these part numbers and quantities by the account's key. */
export async function placeDraft(
  account: TestAccount,
  lines: Readonly<Record<string, number>>,
  poNumber: string | null,
): Promise<OrderId> {
  const lookup = await account.post("catalog", { part_numbers: Object.keys(lines) });
  const found: { part_id: string; part_number: string }[] = lookup.json().found_parts;
  const items = found.map(({ part_id, part_number }) => ({
    part_id,
    quantity: lines[part_number],
  }));
  const placed = await account.post("orders", { items, po_number: poNumber });
  if (placed.statusCode !== 201) throw new Error(placed.body);
  return placed.json().order.order_id;
}
