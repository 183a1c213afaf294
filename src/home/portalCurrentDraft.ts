import { formatCounted, formatUnbrokenMoney } from "../kit/html/amount.ts";
import { closeBidi } from "../kit/html/html.ts";
import type { DraftChip } from "../kit/html/page.ts";
import { shortOrderName } from "../orders/order.ts";
import type { CurrentDraft } from "../signIn/signedIn.ts";

/** The draft to which parts are added, as the header shows it. */
export function describeDraft(draft: CurrentDraft): DraftChip {
  const name = closeBidi(shortOrderName(draft));
  return {
    href: `/orders/${draft.orderId}`,
    name,
    lines: formatCounted(draft.lines, "line"),
    total: formatUnbrokenMoney(draft.subtotal),
  };
}
