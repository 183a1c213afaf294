// Orders as files: a quote, the lines of one order, the lines of a list.
import { PassThrough, type Writable } from "node:stream";
import type { Session } from "../../db/database.ts";
import { isUuid } from "../../db/isUuid.ts";
import { writeCsv } from "../../files/writeCsv.ts";
import { writeXlsx } from "../../files/writeXlsx.ts";
import { html } from "../../html/html.ts";
import { exportOrders } from "../../orders/exportOrders.ts";
import type { ExportedOrders } from "../../orders/exportQueries.ts";
import { selectOrder } from "../../orders/queries.ts";
import { shortOrderId } from "../../orders/shortOrderId.ts";
import { writeQuotePdf } from "../../orders/writeQuotePdf.ts";
import type { PortalContext } from "../portalContext.ts";
import type { Answer, Visit } from "../visit.ts";
import { readAskedList } from "./orderListPage.ts";

const mostExports = 3;

const types = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
} as const;

/** What goes wrong once the answer has begun can only cut it off; the log says why. */
function startWriting(
  { log }: PortalContext,
  visit: Visit,
  write: (target: Writable) => Promise<void>,
): PassThrough {
  const target = new PassThrough();
  write(target).catch((error: unknown) => {
    if (!target.destroyed) log.error({ request_id: visit.requestId, err: error }, "file failed");
    target.destroy();
  });
  return target;
}

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

async function findOwn({ db }: PortalContext, { signedIn, param }: Visit) {
  const orderId = param("id");
  if (!isUuid(orderId)) return undefined;
  return selectOrder(db, signedIn.account.accountId, orderId);
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
      const order = await findOwn(context, visit);
      if (order === undefined) return { kind: "nothing" };
      const { orderId, accountId } = order;
      const name = `order-${shortOrderId(orderId)}.csv`;
      return send(visit, name, "csv", { accountId, status: null, orderId });
    },
  };
}

/** An order as PDF; `paper=letter` in the address for that size. */
export async function sendQuote(context: PortalContext, visit: Visit): Promise<Answer> {
  const order = await findOwn(context, visit);
  if (order === undefined) return { kind: "nothing" };
  const frame = {
    accountName: visit.signedIn.account.name,
    distributor: new URL(context.publicUrl).host,
    paper: visit.query.text("paper") === "letter" ? "LETTER" : "A4",
    now: visit.now,
  } as const;
  const body = startWriting(context, visit, (target) => writeQuotePdf(order, frame, target));
  const name = `${order.status === "draft" ? "quote" : "order"}-${shortOrderId(order.orderId)}.pdf`;
  return { kind: "file", name, type: types.pdf, body };
}
