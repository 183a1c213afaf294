// The lines of orders as files: those of a list, those of one order.

import type { ExportedOrders } from "../../orders/documents/exportQueries.ts";
import {
  type OrderFormat,
  orderFileTypes,
  writeOrderFile,
} from "../../orders/documents/writeOrderFile.ts";
import { shortOrderId } from "../../orders/order.ts";
import { createFileAnswers } from "../../site/createFileAnswers.ts";
import type { Answer } from "../../site/visit.ts";
import type { PortalContext } from "../portalContext.ts";
import type { Visit } from "../visit.ts";
import { findOrder } from "./showOrder.ts";
import { readOrderListFilter } from "./showOrders.ts";

/** What sends the lines of orders; each has a connection of its own while it does. */
export type OrderExports = {
  /** The lines of the orders that a list's address asks for. */
  sendList(visit: Visit, format: OrderFormat): Promise<Answer>;
  /** The lines of one order, as CSV. */
  sendLines(visit: Visit): Promise<Answer>;
};

/** The exports of a node. */
export function createOrderExports(context: PortalContext): OrderExports {
  const files = createFileAnswers(context);

  function send(
    visit: Visit,
    name: string,
    format: OrderFormat,
    chosen: ExportedOrders,
  ): Promise<Answer> {
    const file = { name, type: orderFileTypes[format] };
    return files.send(visit, file, (session, target) =>
      writeOrderFile(session, chosen, format, target),
    );
  }

  return {
    sendList(visit, format) {
      const { status, search } = readOrderListFilter(visit);
      const { accountId } = visit.signedIn.account;
      const chosen = { accountId, status, ...(search === undefined ? {} : { search }) };
      return send(visit, `orders.${format}`, format, chosen);
    },
    async sendLines(visit) {
      const { accountId } = visit.signedIn.account;
      const order = await findOrder(context.db, accountId, visit.param("id"));
      if (order === undefined) return { kind: "not found" };
      const { orderId } = order;
      const name = `order-${shortOrderId(orderId)}.csv`;
      return send(visit, name, "csv", { accountId, status: null, orderId });
    },
  };
}
