import { selectAccount } from "../../accounts/queries.ts";
import { readFrom } from "../../components/orderLines.ts";
import type { Html } from "../../html/html.ts";
import { type Messages, renderMessage, renderNotice } from "../../html/notice.ts";
import { selectNotes } from "../../orders/operators/noteQueries.ts";
import type { StoredOrder } from "../../orders/order.ts";
import { selectTimeline } from "../../orders/queries.ts";
import { type Answer, answerPage } from "../../site/visit.ts";
import { mayUse, operators } from "../access.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { presentOrder } from "./presentOrder.ts";
import type { RefusedForms } from "./refusedForms.ts";

const shownNotes = 100;

const messages: Messages = {
  fulfilled: () => renderNotice("good", "Order fulfilled."),
  cancelled: () =>
    renderNotice(
      "good",
      "Order cancelled. Its stock is available again, and the buyer is notified.",
    ),
  repeated: () => renderNotice("good", "Already done. Nothing was changed twice."),
  noted: () => renderNotice("good", "Note added."),
};

/** `more`: the forms that were refused, and why. */
export async function showOrder(
  { db }: ConsoleContext,
  visit: Visit,
  order: StoredOrder,
  more: RefusedForms & { readonly notice?: Html | null; readonly status?: 409 | 422 } = {},
): Promise<Answer> {
  const {
    status = 200,
    notice = renderMessage(messages, visit.query.text("done"), null),
    ...forms
  } = more;
  const [timeline, notes, account] = await Promise.all([
    selectTimeline(db, order.orderId),
    selectNotes(db, order.orderId, shownNotes),
    selectAccount(db, order.accountId),
  ]);
  const from = readFrom(visit.query.text("from"));
  const page = presentOrder({
    order,
    timeline,
    notes,
    notice,
    ...forms,
    accountName: account?.name ?? order.accountId,
    mayChange: mayUse(operators, visit.signedIn),
    from: from < order.lines.length ? from : 0,
  });
  return answerPage(page, status);
}
