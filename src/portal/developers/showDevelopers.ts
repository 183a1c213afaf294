import { type ApiKey, type KeyId, keyState } from "../../accounts/account.ts";
import { renderKeyTable } from "../../components/keyTable.ts";
import { apiPrefixes, limits } from "../../contract/limits.ts";
import { formatCount } from "../../html/amount.ts";
import { renderCard } from "../../html/card.ts";
import { renderCopyable } from "../../html/codeBlock.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderButtonLink } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderAge } from "../../html/moment.ts";
import { type Messages, renderMessage, renderNotice } from "../../html/notice.ts";
import { renderTable } from "../../html/table.ts";
import { clientPackagePath } from "../../http/clientPackage.ts";
import { type KeyRequest, selectOpenKeyRequests } from "../../keyRequests/keyRequestQueries.ts";
import { selectKeys } from "../../keys/queries.ts";
import { countRequestsOfKey, firstRetainedDay } from "../../requests/queries.ts";
import { answerPage } from "../../site/visit.ts";
import type { Handler, PortalContext } from "../portalContext.ts";
import { renderSampleRequest } from "./renderSampleRequest.ts";
import { texts } from "./texts.ts";

type KeyCounts = ReadonlyMap<KeyId, number>;

function renderKeys(keys: readonly ApiKey[], calls: KeyCounts, isAdmin: boolean, now: Date): Html {
  if (keys.length === 0) {
    const how = isAdmin
      ? texts.keys.requestOne
      : "Your systems need a key to use the API. An admin of your account can request one.";
    return renderEmptyState("No keys yet", how);
  }
  const good = keys.filter((key) => keyState(key, now) === "active");
  const ended = keys.filter((key) => keyState(key, now) !== "active");
  return renderKeyTable({
    caption: "Keys, active first",
    keys: [...good.toReversed(), ...ended.toReversed()],
    now,
    address: ({ keyId }) => `/developers/keys/${keyId}`,
    calls: { counts: calls, root: "/developers/calls" },
  });
}

function renderRequests(requests: readonly KeyRequest[]): Html | null {
  if (requests.length === 0) return null;
  const table = renderTable({
    caption: "Requested keys",
    columns: [
      { title: "Name", kind: "prose" },
      { title: "Requested by", kind: "words" },
      { title: "Requested", kind: "words" },
      { title: "Purpose", kind: "prose" },
    ],
    rows: requests.map(({ keyName, email, createdAt, purpose }) => ({
      cells: [keyName, email, renderAge(createdAt), purpose],
    })),
  });
  return renderCard({ title: "Requested", body: table });
}

/** A limit per minute; 0 means none. */
function describeLimit(aMinute: number): string {
  return aMinute === 0 ? "no limit" : `${formatCount(aMinute)} requests per minute per key`;
}

function renderCalling({ publicUrl, rateLimits }: PortalContext): Html {
  const [canonical, alias] = apiPrefixes.map((prefix) => `${publicUrl}${prefix}`);
  const address = (text: string | undefined, what: string) => renderCopyable(text ?? "", what);
  const facts = renderDefinitions([
    { term: "Base URL", value: address(canonical, "the base URL") },
    { term: "Alias", value: address(alias, "the alias") },
    {
      term: "TypeScript client",
      value: address(`npm install ${publicUrl}${clientPackagePath}`, "the command"),
    },
    { term: "Lookups", value: describeLimit(rateLimits.catalog) },
    { term: "Orders", value: describeLimit(rateLimits.orders) },
    { term: "Entries per lookup", value: texts.access.upTo(limits.entries) },
    { term: "Lines per order", value: texts.access.upTo(limits.orderLines) },
  ]);
  const body = html`${facts}<p class="quiet">${texts.access.hint}</p>
`;
  return renderCard({ id: "calling", title: "API access", body });
}

const messages: Messages = {
  requested: () =>
    renderNotice(
      "good",
      "Key requested.",
      "We reply within one business day and e-mail the key to you or to your account's address.",
    ),
  revoked: () => renderNotice("good", "Key revoked.", "Requests with this key are now refused."),
};

export const showDevelopers: Handler = async (context, { signedIn, query, now }) => {
  const { db } = context;
  const { accountId } = signedIn.account;
  const isAdmin = signedIn.user.role === "admin";
  const [keys, counts, requests] = await Promise.all([
    selectKeys(db, accountId),
    countRequestsOfKey(db, accountId, firstRetainedDay(now)),
    selectOpenKeyRequests(db, accountId),
  ]);
  const sample = renderSampleRequest(context, null, now);
  const calls = new Map(counts.map((count) => [count.keyId, count.requests]));
  const primary = renderButtonLink("/developers/request", "Request key", "primary");
  return answerPage({
    title: texts.developers.title,
    sentence: isAdmin
      ? "API keys for your systems."
      : "API keys for your systems. Admins of your account manage them.",
    primary: isAdmin ? primary : undefined,
    body: html`${renderMessage(messages, query.text("done"), null)}${[
      renderCard({
        id: "keys",
        title: "API keys",
        beside: html`<a href="/developers/calls">Requests in the last 30 days</a>`,
        body: renderKeys(keys, calls, isAdmin, now),
      }),
      renderRequests(requests),
      renderCard({ title: "Quick start", body: sample }),
      renderCalling(context),
    ]}`,
  });
};
