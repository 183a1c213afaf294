import type { ApiKey } from "../../accounts/account.ts";
import {
  formatRequestsAddress,
  type RequestLogFilter,
  readRequestLogFilter,
  toRequestFilter,
} from "../../components/requestLogFilter.ts";
import { renderRequestPage } from "../../components/requestPage.ts";
import { renderRequestFilters, renderRequestRows } from "../../components/requestTable.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderSelect } from "../../html/field.ts";
import { freshForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderSecond } from "../../html/moment.ts";
import { pageSize, paginate } from "../../html/pager.ts";
import { selectKey, selectKeys } from "../../keys/queries.ts";
import type { OrderId } from "../../orders/order.ts";
import { type LoggedRequest, selectRequests } from "../../requests/queries.ts";
import { toLoggedRequestId } from "../../requests/requestId.ts";
import { answerPage, redirect } from "../../site/visit.ts";
import { orderAddress } from "../addresses.ts";
import type { Handler } from "../portalContext.ts";
import { texts } from "./texts.ts";

const path = "/developers/calls";

function renderKeyFilter(keys: readonly ApiKey[], key: string | null): Html {
  const state = { ...freshForm({ key: key ?? "" }), prefix: "filter" };
  const options = keys.map((one) => ({ value: one.keyId, text: formatKey(one) }));
  const any = { value: "", text: "Any" };
  return renderSelect(state, {
    name: "key",
    label: "Key",
    options: [any, ...options],
  });
}

function formatKey({ name, lastFour }: ApiKey): string {
  // Not broken between them, and not within the ellipsis.
  return `${name}\u00a0…\u2060${lastFour}`;
}

function renderNone({ end, key, po, part, id }: RequestLogFilter): Html {
  const isNarrowed = end !== null || key !== null || po !== "" || part !== "" || id !== "";
  if (!isNarrowed) {
    const how = html`<p>${texts.requests.noneHint}</p>`;
    return renderEmptyState("No requests yet", how);
  }
  return renderEmptyState("No matching requests", html`<p>${texts.requests.noMatchHint}</p>`);
}

/** The account's requests. Searching for a request ID redirects to its page. */
export const showRequests: Handler = async ({ db }, visit) => {
  const { accountId } = visit.signedIn.account;
  const asked = readRequestLogFilter(visit.query);
  const { id, before } = asked;
  if (toLoggedRequestId(id) !== undefined) return redirect(`${path}/${toLoggedRequestId(id)}`);
  const ofAccount = { accountId, from: null, until: null };
  const filter = { ...toRequestFilter(asked, pageSize + 1), ...ofAccount };
  const [keys, found] = await Promise.all([
    selectKeys(db, accountId),
    id === "" ? selectRequests(db, filter, visit.now) : [],
  ]);
  const { rows: calls, pager } = paginate(found, {
    after: before,
    keyOf: ({ loggedId }) => loggedId,
    addressOf: (loggedId) => formatRequestsAddress(path, asked, loggedId),
  });
  const names = new Map<string | null, string>(keys.map((key) => [key.keyId, formatKey(key)]));
  const rows = renderRequestRows(calls, {
    requestAddress: (requestId) => `${path}/${requestId}`,
    keyOf: ({ keyId }) => names.get(keyId),
  });
  const list = calls.length === 0 ? renderNone(asked) : html`${rows}${pager}`;
  return answerPage({
    title: "Requests",
    sentence: "API requests from the last 30 days.",
    above: { href: "/developers", text: "Developers" },
    body: html`${renderRequestFilters(path, asked, renderKeyFilter(keys, asked.key))}${list}`,
  });
};

export const showRequest: Handler<LoggedRequest> = async (
  { db, publicUrl },
  { signedIn },
  call,
) => {
  const { accountId } = signedIn.account;
  const key = call.keyId === null ? undefined : await selectKey(db, accountId, call.keyId);
  const whose =
    key === undefined
      ? []
      : [
          {
            term: "Key",
            value: html`<a href="/developers/keys/${key.keyId}">${key.name}</a>`,
          },
        ];
  return answerPage({
    title: "Request",
    sentence: renderSecond(call.at),
    above: { href: "/developers/calls", text: "Requests" },
    body: renderRequestPage(call, {
      publicUrl,
      whose,
      orderAddress: (orderId) => orderAddress(orderId as OrderId),
    }),
  });
};
