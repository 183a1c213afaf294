import { formatUnbrokenMoney } from "../html/amount.ts";
import { closeBidi } from "../html/html.ts";
import type { DraftChip } from "../html/page.ts";
import { shortOrderName } from "../orders/order.ts";
import type { CurrentDraft } from "../signIn/signedIn.ts";
import { texts } from "./texts.ts";

/** The draft to which parts are added, as the header shows it. */
export function describeDraft(draft: CurrentDraft): DraftChip {
  return {
    href: `/orders/${draft.orderId}`,
    name: closeBidi(shortOrderName(draft)),
    lines: texts.bar.lines(draft.lines),
    total: formatUnbrokenMoney(draft.subtotal),
  };
}
