import { selectAccount } from "../../accounts/queries.ts";
import { mailTo } from "../../components/mailTo.ts";
import { readFrom } from "../../components/orderLines.ts";
import type { Database } from "../../db/database.ts";
import { formatCount } from "../../html/amount.ts";
import { renderForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { type Messages, renderMessage, renderNotice } from "../../html/notice.ts";
import { mayUse, operators } from "../../kit/access.ts";
import { selectNotes } from "../../orders/operators/noteQueries.ts";
import { selectOrderContact } from "../../orders/operators/operatorOrderQueries.ts";
import { selectShortOffers } from "../../orders/operators/shortfallQueries.ts";
import { formatPoNumber, type StoredOrder, sumByOffer } from "../../orders/order.ts";
import { listOpenChangeRequests, type OrderEvent } from "../../orders/orderEvent.ts";
import { selectTimeline } from "../../orders/queries.ts";
import type { UserId } from "../../signIn/signedIn.ts";
import { selectUser } from "../../signIn/userQueries.ts";
import { type Answer, answerPage } from "../../site/visit.ts";
import { newDraftAddress, orderAddress } from "../addresses.ts";
import { shortfallsPath } from "../catalog/showShortfalls.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { texts as draftTexts } from "../customerDrafts/texts.ts";
import { presentOrder } from "./presentOrder.ts";
import type { RefusedForms } from "./refusedForms.ts";
import { texts } from "./texts.ts";

// The open change requests on the page of an order.
/** What was requested and by whom; those who have left have no address. Null if nothing is open. */
async function renderChangeRequests(
  db: Database,
  order: StoredOrder,
  timeline: readonly OrderEvent[],
  mayChange: boolean,
): Promise<Html | null> {
  const open = listOpenChangeRequests(timeline);
  if (open.length === 0) return null;
  const senders = new Set(open.flatMap(({ actorId }) => actorId ?? []));
  const users = await Promise.all([...senders].map((id) => selectUser(db, id as UserId)));
  const { orderId, orderNumber, poNumber, version } = order;
  const subject = texts.order.mailSubject(orderNumber, poNumber && formatPoNumber(poNumber));
  const requests = open.map(({ actorId, actorName, at, message }) => {
    const email = users.find((user) => user?.userId === actorId)?.email;
    const mail =
      email === undefined ? null : html`<a href="${mailTo(email, subject)}">${email}</a>`;
    return html`<p>${texts.changes.by(actorName ?? texts.order.unknown, mail, renderMoment(at))}</p>
<p class="typed">${message}</p>
`;
  });
  const form = renderForm({
    action: orderAddress(orderId, "/answered"),
    hidden: { version: String(version) },
    body: html`<p class="quiet">Reply to the buyer. To change lines, cancel the order and draft a new one.</p>
`,
    button: { text: "Mark as answered" },
  });
  const title = texts.changes.title(open.length);
  return renderNotice("short", title, html`${requests}${mayChange && form}`);
}

const shownNotes = 100;

const messages: Messages<StoredOrder> = {
  drafted: draftTexts.done.drafted,
  "drafted-already": ({ accountId }) =>
    renderNotice(
      "neutral",
      draftTexts.done.already,
      draftTexts.done.alreadyHint(newDraftAddress(accountId)),
    ),
  fulfilled: () =>
    renderNotice("good", "Order fulfilled.", html`<a href="/console/orders">Orders to fulfil</a>`),
  corrected: () => renderNotice("good", texts.correction.done),
  cancelled: () =>
    renderNotice(
      "good",
      "Order cancelled. Its stock is no longer allocated, and the buyer is notified.",
    ),
  repeated: () => renderNotice("good", "Already done. Nothing was changed twice."),
  answered: () => renderNotice("good", "Change request marked as answered."),
  noted: () => renderNotice("good", "Note added."),
};

/** Warns before fulfilling what may not be there. */
function renderShortOffers(short: Awaited<ReturnType<typeof selectShortOffers>>): Html | null {
  if (short.length === 0) return null;
  const points = short.map(({ partNumber, onHand, allocated }) => {
    const counts = `on hand ${formatCount(onHand)}, allocated ${formatCount(allocated)}`;
    return html`<li>${partNumber}: ${counts}</li>\n`;
  });
  return renderNotice(
    "short",
    texts.order.short,
    html`<ul>\n${points}</ul>\n<p><a href="${shortfallsPath}">All shortfalls</a></p>`,
  );
}

/** `more`: the forms that were refused, and why. */
export async function showOrder(
  { db, publicUrl }: ConsoleContext,
  visit: Visit,
  order: StoredOrder,
  more: RefusedForms & { readonly notice?: Html | null; readonly status?: 409 | 422 } = {},
): Promise<Answer> {
  const {
    status = 200,
    notice = renderMessage(messages, visit.query.text("done"), order),
    ...forms
  } = more;
  const [timeline, notes, account, contact, short] = await Promise.all([
    selectTimeline(db, order.orderId),
    selectNotes(db, order.orderId, shownNotes),
    selectAccount(db, order.accountId),
    selectOrderContact(db, order.orderId),
    order.status === "confirmed" ? selectShortOffers(db, [...sumByOffer(order.lines).keys()]) : [],
  ]);
  const mayChange = mayUse(operators, visit.signedIn);
  const requests = await renderChangeRequests(db, order, timeline, mayChange);
  const from = readFrom(visit.query.text("from"));
  const page = presentOrder({
    order,
    timeline,
    notes,
    notice: html`${notice}${requests}${renderShortOffers(short)}`,
    ...forms,
    accountName: account?.name ?? order.accountId,
    contact,
    publicUrl,
    mayChange,
    from: from < order.lines.length ? from : 0,
  });
  return answerPage(page, status);
}
