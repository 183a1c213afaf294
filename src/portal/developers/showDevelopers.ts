// The first page for developers: the account's keys, what was asked for, where and how to call.
import type { ApiKey, KeyId } from "../../accounts/account.ts";
import { keyState } from "../../accounts/account.ts";
import { selectKeys } from "../../accounts/queries.ts";
import { apiPrefixes, limits } from "../../contract/limits.ts";
import { renderCopyable } from "../../html/copyable.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderButtonLink } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderNotice } from "../../html/notice.ts";
import { renderTable } from "../../html/table.ts";
import { type KeyRequest, selectOpenKeyRequests } from "../../keyRequests/keyRequestQueries.ts";
import { countRequestsOfKey, firstRetainedDay } from "../../requests/queries.ts";
import type { Answer } from "../../site/visit.ts";
import { renderKeyTable } from "../../views/renderKeyTable.ts";
import type { PortalContext } from "../portalContext.ts";
import type { Visit } from "../visit.ts";
import { renderSampleRequest } from "./renderSampleRequest.ts";

type KeyCounts = ReadonlyMap<KeyId, number>;

function renderKeys(keys: readonly ApiKey[], calls: KeyCounts, isAdmin: boolean, now: Date): Html {
  if (keys.length === 0) {
    const how = isAdmin
      ? html`Your systems call with a key.
<a href="/developers/request">Request one</a>; it comes by mail.`
      : "Your systems call with a key. An admin of your account can request one.";
    return renderEmptyState("No keys yet", how);
  }
  const good = keys.filter((key) => keyState(key, now) === "active");
  const ended = keys.filter((key) => keyState(key, now) !== "active");
  return renderKeyTable({
    caption: "Keys of the account, those that are good first",
    keys: [...good.toReversed(), ...ended.toReversed()],
    now,
    address: ({ keyId }) => `/developers/keys/${keyId}`,
    calls: { counts: calls, root: "/developers/calls" },
  });
}

function renderRequests(requests: readonly KeyRequest[]): Html | null {
  if (requests.length === 0) return null;
  return html`<h2>Requested</h2>
${renderTable({
  caption: "Keys that are requested and not issued yet",
  columns: [
    { title: "Name", kind: "prose" },
    { title: "By", kind: "words" },
    { title: "On", kind: "words" },
    { title: "What for", kind: "prose" },
  ],
  rows: requests.map(({ keyName, email, createdAt, purpose }) => ({
    cells: [keyName, email, renderMoment(createdAt), purpose],
  })),
})}`;
}

/** A limit in a minute; the operator may have set none. */
function sayLimit(aMinute: number): string {
  return aMinute === 0 ? "no limit" : `${aMinute.toLocaleString("en-US")} a minute for each key`;
}

function renderCalling({ publicUrl, rateLimits }: PortalContext): Html {
  const [canonical, alias] = apiPrefixes.map((prefix) => `${publicUrl}${prefix}`);
  const address = (text: string | undefined, what: string) => renderCopyable(text ?? "", what);
  return html`<h2 id="calling">Calling</h2>
${renderDefinitions([
  { term: "Base address", value: address(canonical, "the base address") },
  { term: "The same, shorter", value: address(alias, "the shorter base address") },
  { term: "Lookups", value: sayLimit(rateLimits.catalog) },
  { term: "Orders", value: sayLimit(rateLimits.orders) },
  { term: "Numbers and names a lookup", value: `up to ${limits.entries}` },
  { term: "Lines an order", value: `up to ${limits.orderLines}` },
])}<p class="quiet">Beyond a limit the answer is 429 and says in Retry-After how many seconds to
wait. Every field and every error is in the <a href="/docs">API reference</a>.</p>
`;
}

/** What was just done, as a sentence; nothing for any other word. */
function renderDone(done: string): Html | null {
  if (done === "requested") {
    const next =
      "We answer within one business day. The key comes by mail to your account's address.";
    return renderNotice("good", "The key is requested.", next);
  }
  if (done === "revoked") {
    return renderNotice("good", "The key is revoked.", "Calls with it are refused from now on.");
  }
  return null;
}

/** The account's keys, key requests and how to call the API. */
export async function showDevelopers(
  context: PortalContext,
  { signedIn, query, now }: Visit,
): Promise<Answer> {
  const { db } = context;
  const { accountId } = signedIn.account;
  const isAdmin = signedIn.user.role === "admin";
  const [keys, counts, requests, sample] = await Promise.all([
    selectKeys(db, accountId),
    countRequestsOfKey(db, accountId, firstRetainedDay(now)),
    selectOpenKeyRequests(db, accountId),
    renderSampleRequest(context, null, now),
  ]);
  const calls = new Map(counts.map((count) => [count.keyId, count.calls]));
  const primary = renderButtonLink("/developers/request", "Request key", "primary");
  const page = {
    title: "Developers",
    sentence: isAdmin
      ? "API keys for your systems."
      : "API keys for your systems. Admins of your account manage them.",
    ...(isAdmin ? { primary } : {}),
    body: html`${renderDone(query.text("done"))}<h2 id="keys">Keys</h2>
${renderKeys(keys, calls, isAdmin, now)}<p><a href="/developers/calls">Requests of the last 30
days</a></p>
${renderRequests(requests)}${renderCalling(context)}${sample}`,
  };
  return { kind: "page", page };
}
