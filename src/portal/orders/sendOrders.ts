import { adaptBrandColor } from "../../html/brand/brandColor.ts";
import { rasterizeLogo } from "../../orders/documents/rasterizeLogo.ts";
import {
  type OrderFormat,
  orderFileTypes,
  writeOrderFile,
} from "../../orders/documents/writeOrderFile.ts";
import { writeQuotePdf } from "../../orders/documents/writeQuotePdf.ts";
import { loadDetails } from "../../orders/drafts/loadDraftReview.ts";
import type { StoredOrder } from "../../orders/order.ts";
import type { RecordFilter } from "../../orders/recordQueries.ts";
import { startWriting } from "../../site/createFileAnswers.ts";
import type { Answer } from "../../site/visit.ts";
import type { Handler, PortalContext, Visit } from "../portalContext.ts";
import { readOrderListFilter } from "./showOrders.ts";

function send(
  { db, files }: PortalContext,
  visit: Visit,
  chosen: RecordFilter,
  file: { readonly stem: string; readonly format: OrderFormat },
): Promise<Answer> {
  const { stem, format } = file;
  return files.send(
    visit,
    { name: `${stem}.${format}`, type: orderFileTypes[format] },
    (session, target) => writeOrderFile(db, session, chosen, format, target),
  );
}

function sendList(context: PortalContext, visit: Visit, format: OrderFormat): Promise<Answer> {
  const { status, search } = readOrderListFilter(visit);
  const { accountId } = visit.signedIn.account;
  return send(context, visit, { accountId, status, search }, { stem: "orders", format });
}

export const sendOrdersCsv: Handler = (context, visit) => sendList(context, visit, "csv");

export const sendOrdersXlsx: Handler = (context, visit) => sendList(context, visit, "xlsx");

export const sendLinesCsv: Handler<StoredOrder> = (context, visit, order) => {
  const { orderId, orderNumber } = order;
  const { accountId } = visit.signedIn.account;
  const file = { stem: `order-${orderNumber}`, format: "csv" } as const;
  return send(context, visit, { accountId, orderId }, file);
};

/** An order as PDF, A4 unless the address has `paper=letter`. */
export const sendQuote: Handler<StoredOrder> = async (context, visit, order) => {
  const distributor = context.distributor.current();
  const { order: detailed, stock } = await loadDetails(context.db, order, visit.now);
  const frame = {
    accountName: visit.signedIn.account.name,
    distributor: {
      ...distributor,
      logo: distributor.logo && (await rasterizeLogo(distributor.logo, context.log)),
      name: distributor.name ?? new URL(context.publicUrl).host,
      color: distributor.color && adaptBrandColor(distributor.color).light,
    },
    paper: visit.query.text("paper") === "letter" ? "LETTER" : "A4",
    now: visit.now,
    stock,
  } as const;
  const body = startWriting(context, visit, (target) => writeQuotePdf(detailed, frame, target));
  const name = `${order.status === "draft" ? "quote" : "order"}-${order.orderNumber}.pdf`;
  return { kind: "file", name, type: "application/pdf", body };
};
