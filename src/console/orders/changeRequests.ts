// The open change requests on the page of an order (decision 267).
import { mailTo } from "../../components/mailTo.ts";
import type { Database } from "../../db/database.ts";
import { renderForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderNotice } from "../../html/notice.ts";
import { formatPoNumber, type StoredOrder } from "../../orders/order.ts";
import { listOpenChangeRequests, type OrderEvent } from "../../orders/orderEvent.ts";
import type { UserId } from "../../signIn/signedIn.ts";
import { selectUser } from "../../signIn/userQueries.ts";
import { orderAddress } from "../addresses.ts";
import { texts } from "./texts.ts";

/** What was requested and by whom; those who have left have no address. Null if nothing is open. */
export async function renderChangeRequests(
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
    body: html`<p class="quiet">${texts.changes.hint}</p>
`,
    button: { text: texts.changes.button },
  });
  const title = texts.changes.title(open.length);
  return renderNotice("short", title, html`${requests}${mayChange && form}`);
}
