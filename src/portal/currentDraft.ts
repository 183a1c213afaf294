import { formatCounted } from "../html/amount.ts";
import { closeBidi } from "../html/html.ts";
import type { DraftChip } from "../html/page.ts";
import { shortOrderName } from "../orders/order.ts";
import { formatMoney } from "../price.ts";
import type { CurrentDraft } from "../signIn/signedIn.ts";

/** The draft to which parts are added, as the header shows it. */
export function describeDraft(draft: CurrentDraft): DraftChip {
  return {
    href: `/orders/${draft.orderId}`,
    name: closeBidi(shortOrderName(draft)),
    lines: formatCounted(draft.lines, "line"),
    total: formatMoney(draft.subtotal),
  };
}
