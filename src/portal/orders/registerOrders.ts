// The pages of orders, whole: the list, an order with its files, its changes, and confirming it.
import type { PortalServer } from "../portalServer.ts";
import { addPart } from "./addPart.ts";
import { adjustDraft, saveDraft } from "./changeDraft.ts";
import { confirmDraft, showReview } from "./confirmDraft.ts";
import { createOrderExports } from "./createOrderExports.ts";
import { discard } from "./discard.ts";
import { duplicate } from "./duplicate.ts";
import { sendQuote } from "./sendQuote.ts";
import { showOrder } from "./showOrder.ts";
import { showOrders } from "./showOrders.ts";

/** Adds `/orders` and what is under it. */
export function registerOrders(portal: PortalServer): void {
  const { context } = portal;
  const exports = createOrderExports(context);
  const access = "signed in";
  portal.get("/orders", { access, answer: (visit) => showOrders(context, visit) });
  portal.get("/orders/export.csv", { access, answer: (visit) => exports.sendList(visit, "csv") });
  portal.get("/orders/export.xlsx", { access, answer: (visit) => exports.sendList(visit, "xlsx") });
  portal.get("/orders/:id", { access, answer: (visit) => showOrder(context, visit) });
  portal.get("/orders/:id/quote.pdf", { access, answer: (visit) => sendQuote(context, visit) });
  portal.get("/orders/:id/lines.csv", { access, answer: (visit) => exports.sendLines(visit) });
  portal.get("/orders/:id/confirm", { access, answer: (visit) => showReview(context, visit) });

  portal.post("/orders/:id", { access, answer: (visit) => saveDraft(context, visit) });
  portal.post("/orders/:id/add", { access, answer: (visit) => addPart(context, visit) });
  portal.post("/orders/:id/reprice", {
    access,
    answer: (visit) => adjustDraft(context, visit, { reprice: true }, "repriced"),
  });
  portal.post("/orders/:id/fit", {
    access,
    answer: (visit) => adjustDraft(context, visit, { fit: true }, "fitted"),
  });
  portal.post("/orders/:id/duplicate", { access, answer: (visit) => duplicate(context, visit) });
  portal.post("/orders/:id/discard", { access, answer: (visit) => discard(context, visit) });
  portal.post("/orders/:id/confirm", { access, answer: (visit) => confirmDraft(context, visit) });
}
