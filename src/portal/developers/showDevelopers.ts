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
    const how = isAdmin ? texts.keys.requestOne : texts.keys.askAdmin;
    return renderEmptyState(texts.keys.none, how);
  }
  const good = keys.filter((key) => keyState(key, now) === "active");
  const ended = keys.filter((key) => keyState(key, now) !== "active");
  return renderKeyTable({
    caption: texts.keys.caption,
    keys: [...good.toReversed(), ...ended.toReversed()],
    now,
    address: ({ keyId }) => `/developers/keys/${keyId}`,
    calls: { counts: calls, root: "/developers/calls" },
  });
}

function renderRequests(requests: readonly KeyRequest[]): Html | null {
  if (requests.length === 0) return null;
  const table = renderTable({
    caption: texts.requested.caption,
    columns: [
      { title: texts.requested.name, kind: "prose" },
      { title: texts.requested.requestedBy, kind: "words" },
      { title: texts.requested.requested, kind: "words" },
      { title: texts.requested.purpose, kind: "prose" },
    ],
    rows: requests.map(({ keyName, email, createdAt, purpose }) => ({
      cells: [keyName, email, renderAge(createdAt), purpose],
    })),
  });
  return renderCard({ title: texts.requested.title, body: table });
}

/** A limit per minute; 0 means none. */
function describeLimit(aMinute: number): string {
  return aMinute === 0 ? texts.access.noLimit : texts.access.limit(formatCount(aMinute));
}

function renderCalling({ publicUrl, rateLimits }: PortalContext): Html {
  const [canonical, alias] = apiPrefixes.map((prefix) => `${publicUrl}${prefix}`);
  const address = (text: string | undefined, what: string) => renderCopyable(text ?? "", what);
  const facts = renderDefinitions([
    { term: texts.access.base, value: address(canonical, texts.access.baseName) },
    { term: texts.access.alias, value: address(alias, texts.access.aliasName) },
    {
      term: texts.access.client,
      value: address(`npm install ${publicUrl}${clientPackagePath}`, texts.access.command),
    },
    { term: texts.access.lookups, value: describeLimit(rateLimits.catalog) },
    { term: texts.access.orders, value: describeLimit(rateLimits.orders) },
    { term: texts.access.entries, value: texts.access.upTo(limits.entries) },
    { term: texts.access.lines, value: texts.access.upTo(limits.orderLines) },
  ]);
  const body = html`${facts}<p class="quiet">${texts.access.hint}</p>
`;
  return renderCard({ id: "calling", title: texts.access.title, body });
}

const messages: Messages = {
  requested: () => renderNotice("good", texts.done.requested, texts.done.requestedNext),
  revoked: () => renderNotice("good", texts.done.revoked, texts.done.revokedNext),
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
  const primary = renderButtonLink("/developers/request", texts.developers.requestKey, "primary");
  return answerPage({
    title: texts.developers.title,
    sentence: isAdmin ? texts.developers.sentence : texts.developers.sentenceForBuyer,
    primary: isAdmin ? primary : undefined,
    body: html`${renderMessage(messages, query.text("done"), null)}${[
      renderCard({
        id: "keys",
        title: texts.keys.title,
        beside: html`<a href="/developers/calls">${texts.keys.calls}</a>`,
        body: renderKeys(keys, calls, isAdmin, now),
      }),
      renderRequests(requests),
      renderCard({ title: texts.quickStart.title, body: sample }),
      renderCalling(context),
    ]}`,
  });
};
