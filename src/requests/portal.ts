// The log of API requests in the portal.
import { Type } from "typebox";
import { isUuid } from "../db/isUuid.ts";
import { orderAddress } from "../home/portalAddresses.ts";
import type { Handler } from "../home/portalContext.ts";
import { selectKey, selectKeys } from "../keys/queries.ts";
import { renderEmptyState } from "../kit/html/emptyState.ts";
import { freshForm, renderFilters } from "../kit/html/form.ts";
import { html } from "../kit/html/html.ts";
import { renderSecond } from "../kit/html/moment.ts";
import { formatAddress, pageSize, paginate } from "../kit/html/pager.ts";
import { renderRows } from "../kit/html/table.ts";
import { readFilter, renderFilterFields } from "../kit/input.ts";
import { answerPage, redirect } from "../kit/site/visit.ts";
import type { OrderId } from "../orders/order.ts";
import { renderKeyName } from "../orders/sharedOrders.ts";
import { type LoggedRequest, selectRequests } from "./queries.ts";
import { toLoggedRequestId } from "./requestId.ts";
import { requestColumns, requestFilters, requestsCaption } from "./sharedLog.ts";
import { renderRequestPage } from "./sharedRequest.ts";

const path = "/developers/calls";

const filter = Type.Object({
  status: requestFilters.status,
  key: Type.Optional(Type.String({ title: "Key", format: "uuid" })),
  po: requestFilters.po,
  part: requestFilters.part,
  id: requestFilters.id,
});

/** The account's requests. Searching for a request ID redirects to its page. */
export const showRequests: Handler = async ({ db }, { signedIn, query, now }) => {
  const { accountId } = signedIn.account;
  const sent = readFilter(filter, query);
  const id = toLoggedRequestId(sent.id ?? "");
  if (id !== undefined) return redirect(`${path}/${id}`);
  const after = isUuid(query.text("after")) ? query.text("after") : null;
  const asked = { ...sent, account: accountId, before: after, limit: pageSize + 1 };
  const [keys, found] = await Promise.all([
    selectKeys(db, accountId),
    sent.id === undefined ? selectRequests(db, asked, now) : [],
  ]);
  const { rows, pager } = paginate(found, {
    after,
    keyOf: ({ loggedId }) => loggedId,
    addressOf: (after) => formatAddress(path, { ...sent, after }),
  });
  const columns = requestColumns({
    addressOf: (requestId) => `${path}/${requestId}`,
    keyOf: ({ keyName }) => keyName && renderKeyName(keyName),
  });
  const key = keys.map(({ keyId, name, lastFour }) => {
    return { value: keyId, text: `${name} …${lastFour}` };
  });
  const state = { ...freshForm(sent), prefix: "filter" };
  const filters = renderFilters({
    action: path,
    label: "Filters",
    fields: renderFilterFields(filter, state, { key }),
    button: "Apply",
  });
  const none =
    Object.keys(sent).length === 0
      ? renderEmptyState(
          "No requests yet",
          html`<p>Requests with your <a href="/developers">keys</a> appear here within a second
and are stored for 30 days.</p>`,
        )
      : renderEmptyState(
          "No matching requests",
          html`<p>Enter a complete PO, part number or request ID.
<a href="${path}">Show all requests</a></p>`,
        );
  const list = html`${renderRows(requestsCaption, rows, columns)}${pager}`;
  return answerPage({
    title: "Requests",
    sentence: "API requests from the last 30 days.",
    above: { href: "/developers", text: "Developers" },
    body: html`${filters}${rows.length === 0 ? none : list}`,
  });
};

export const showRequest: Handler<LoggedRequest> = async (
  { db, publicUrl },
  { signedIn },
  call,
) => {
  const { accountId } = signedIn.account;
  const key = call.keyId === null ? undefined : await selectKey(db, accountId, call.keyId);
  const link = key && html`<a href="/developers/keys/${key.keyId}">${key.name}</a>`;
  return answerPage({
    title: "Request",
    sentence: renderSecond(call.at),
    above: { href: "/developers/calls", text: "Requests" },
    body: renderRequestPage(call, {
      publicUrl,
      whose: [{ term: "Key", value: link ?? null }],
      orderAddress: (orderId) => orderAddress(orderId as OrderId),
    }),
  });
};
