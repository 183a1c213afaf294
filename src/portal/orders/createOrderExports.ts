// The lines of orders as files: those of a list, those of one order.
import type { Writable } from "node:stream";
import type { Session } from "../../db/database.ts";
import { writeCsv } from "../../files/writeCsv.ts";
import { writeXlsx } from "../../files/writeXlsx.ts";
import { html } from "../../html/html.ts";
import type { Answer } from "../../http/visit.ts";
import { exportOrders } from "../../orders/exportOrders.ts";
import type { ExportedOrders } from "../../orders/exportQueries.ts";
import { shortOrderId } from "../../orders/shortOrderId.ts";
import type { PortalContext } from "../portalContext.ts";
import type { Visit } from "../visit.ts";
import { findOrder } from "./showOrder.ts";
import { readAskedList } from "./showOrders.ts";
import { startWriting } from "./startWriting.ts";

const mostExports = 3;

const types = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

async function writeExport(
  session: Session,
  chosen: ExportedOrders,
  format: "csv" | "xlsx",
  target: Writable,
): Promise<void> {
  try {
    const rows = exportOrders(session, chosen);
    await (format === "csv" ? writeCsv(rows, target) : writeXlsx(rows, "orders", target));
  } finally {
    await session.close();
  }
}

/** What sends the lines of orders; each has a connection of its own while it does. */
export type OrderExports = {
  /** The lines of the orders that a list's address asks for. */
  sendList(visit: Visit, format: "csv" | "xlsx"): Promise<Answer>;
  /** The lines of one order, as CSV. */
  sendLines(visit: Visit): Promise<Answer>;
};

const tooMany: Answer = {
  kind: "page",
  status: 429,
  page: {
    title: "Several files are being written just now",
    sentence: "Each takes a connection to the database. Load this page again in a moment.",
    body: html``,
  },
};

/** Exports of which no more than `mostExports` run at once on this node. */
export function createOrderExports(context: PortalContext): OrderExports {
  let running = 0;

  async function send(visit: Visit, name: string, format: "csv" | "xlsx", chosen: ExportedOrders) {
    if (running >= mostExports) return tooMany;
    running += 1;
    const session = await context.db.openSession().catch((error: unknown) => {
      running -= 1;
      throw error;
    });
    const body = startWriting(context, visit, (target) =>
      writeExport(session, chosen, format, target).finally(() => {
        running -= 1;
      }),
    );
    return { kind: "file", name, type: types[format], body } as const;
  }

  return {
    sendList(visit, format) {
      const { status, search } = readAskedList(visit);
      const { accountId } = visit.signedIn.account;
      const chosen = { accountId, status, ...(search === undefined ? {} : { search }) };
      return send(visit, `orders.${format}`, format, chosen);
    },
    async sendLines(visit) {
      const { accountId } = visit.signedIn.account;
      const order = await findOrder(context.db, accountId, visit.param("id"));
      if (order === undefined) return { kind: "nothing" };
      const { orderId } = order;
      const name = `order-${shortOrderId(orderId)}.csv`;
      return send(visit, name, "csv", { accountId, status: null, orderId });
    },
  };
}
