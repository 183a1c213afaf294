import { writeQuotePdf } from "../../orders/documents/writeQuotePdf.ts";
import { type StoredOrder, shortOrderId } from "../../orders/order.ts";
import { startWriting } from "../../site/startWriting.ts";
import type { Answer } from "../../site/visit.ts";
import type { PortalContext } from "../portalContext.ts";
import type { Visit } from "../visit.ts";

/** An order as PDF, A4 unless the address has `paper=letter`. */
export async function sendQuote(
  context: PortalContext,
  visit: Visit,
  order: StoredOrder,
): Promise<Answer> {
  const frame = {
    accountName: visit.signedIn.account.name,
    distributor: context.distributorName ?? new URL(context.publicUrl).host,
    paper: visit.query.text("paper") === "letter" ? "LETTER" : "A4",
    now: visit.now,
  } as const;
  const body = startWriting(context, visit, (target) => writeQuotePdf(order, frame, target));
  const name = `${order.status === "draft" ? "quote" : "order"}-${shortOrderId(order.orderId)}.pdf`;
  return { kind: "file", name, type: "application/pdf", body };
}
