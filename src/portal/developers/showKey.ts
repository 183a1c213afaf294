import { type ApiKey, keyState } from "../../accounts/account.ts";
import { renderKeyRevoking, renderKeyRotating, usualOverlap } from "../../components/keyForm.ts";
import { describeKeyState, isReplaceable } from "../../components/keyTable.ts";
import { formatCount } from "../../html/amount.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { type FormState, freshForm } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderNotice } from "../../html/notice.ts";
import type { SitePage } from "../../site/visit.ts";

/** What the page adds to the facts: a refused form, a sentence, or a count. */
export type KeyShown = {
  readonly rotating?: FormState;
  readonly revoking?: FormState;
  readonly refused?: string;
  /** Requests in 30 days, if counted. */
  readonly calls?: number;
};

function linkCalls({ keyId }: ApiKey, calls: number): Html {
  return html`<a href="/developers/calls?key=${keyId}">${formatCount(calls)}</a>`;
}

function renderFacts(key: ApiKey, now: Date, calls: number | undefined): Html {
  const successor = html`<a href="/developers/keys/${key.replacedBy}">New key</a>`;
  return renderDefinitions([
    { term: "State", value: describeKeyState(key, now) },
    { term: "Ends in", value: html`<code>${key.lastFour}</code>` },
    { term: "Created", value: renderMoment(key.createdAt) },
    { term: "Last used", value: key.lastUsedAt === null ? "never" : renderMoment(key.lastUsedAt) },
    ...(calls === undefined ? [] : [{ term: "Requests in 30 days", value: linkCalls(key, calls) }]),
    ...(key.replacedBy === null ? [] : [{ term: "Replaced by", value: successor }]),
  ]);
}

function describeUsed({ lastUsedAt }: ApiKey): Content {
  return lastUsedAt === null
    ? "It has never been used."
    : html`It was last used ${renderMoment(lastUsedAt)}.`;
}

export function showKey(key: ApiKey, isAdmin: boolean, now: Date, shown: KeyShown = {}): SitePage {
  const { rotating, revoking, refused, calls } = shown;
  const fresh = freshForm({ overlap: String(usualOverlap) });
  const address = `/developers/keys/${key.keyId}`;
  const replacing = {
    address,
    state: { ...(rotating ?? fresh), prefix: "rotate" },
    says: "A new key with the same name is created and shown once.",
  };
  const ending = {
    address,
    state: { ...(revoking ?? freshForm()), prefix: "revoke" },
    says: describeUsed(key),
  };
  const canRotate = isAdmin && isReplaceable(key, now);
  const canRevoke = isAdmin && keyState(key, now) === "active";
  return {
    title: key.name,
    sentence: "API key",
    above: { href: "/developers", text: "Developers" },
    body: html`${[
      refused === undefined ? null : renderNotice("fault", refused),
      renderFacts(key, now, calls),
      canRotate ? renderKeyRotating(replacing) : null,
      canRevoke ? renderKeyRevoking(key, ending) : null,
    ]}`,
  };
}
