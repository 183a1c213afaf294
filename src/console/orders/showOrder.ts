// The page of an order loaded and answered, as it is or after a form that was refused.
import { selectAccount } from "../../accounts/queries.ts";
import type { Queryable } from "../../db/database.ts";
import { isUuid } from "../../db/isUuid.ts";
import type { Html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import { selectNotes } from "../../orders/operators/noteQueries.ts";
import type { StoredOrder } from "../../orders/order.ts";
import { selectOrder, selectTimeline } from "../../orders/queries.ts";
import { type Answer, answerPage, notFound } from "../../site/visit.ts";
import { readFrom } from "../../views/linesOnPage.ts";
import { mayUse, operators } from "../access.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { presentOrder } from "./presentOrder.ts";
import type { RefusedForms } from "./refusedForms.ts";

const shownNotes = 100;

/** What was done by the form that led to a page, by what its address says. */
const done: Readonly<Record<string, string>> = {
  fulfilled: "The order is fulfilled.",
  cancelled: "The order is cancelled, its stock is given back, and the buyer is written to.",
  repeated: "You had done so already. Nothing was done twice.",
  noted: "The note is added.",
};

/** The order of an id as it was sent; undefined where there is none. */
export async function findOrder(db: Queryable, orderId: string): Promise<StoredOrder | undefined> {
  return isUuid(orderId) ? selectOrder(db, null, orderId) : undefined;
}

function readNotice({ query }: Visit): Html | null {
  const name = query.text("done");
  const text = Object.hasOwn(done, name) ? done[name] : undefined;
  return text === undefined ? null : renderNotice("good", text);
}

/** Answers with the page of an order; `more` is what a form was refused with. */
export async function answerOrder(
  { db }: ConsoleContext,
  visit: Visit,
  order: StoredOrder,
  more: RefusedForms & { readonly notice?: Html; readonly status?: 409 | 422 } = {},
): Promise<Answer> {
  const { status = 200, notice = readNotice(visit), ...forms } = more;
  const [timeline, notes, account] = await Promise.all([
    selectTimeline(db, order.orderId),
    selectNotes(db, order.orderId, shownNotes),
    selectAccount(db, order.accountId),
  ]);
  const asked = readFrom(visit.query.text("from"));
  const page = presentOrder({
    ...{ order, timeline, notes, notice, ...forms },
    accountName: account?.name ?? order.accountId,
    mayChange: mayUse(operators, visit.signedIn),
    from: asked < order.lines.length ? asked : 0,
  });
  return answerPage(page, status);
}

/** The page of an order. */
export async function showOrder(context: ConsoleContext, visit: Visit): Promise<Answer> {
  const order = await findOrder(context.db, visit.param("order"));
  return order === undefined ? notFound : answerOrder(context, visit, order);
}
