// The keys of all accounts, the newest first, with their search in the address.

import {
  type OperatorAccount,
  selectOperatorAccount,
} from "../../accounts/operatorAccountQueries.ts";
import { renderKeyTable } from "../../components/keyTable.ts";
import { isUuid } from "../../db/isUuid.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderSelect, renderTextField } from "../../html/field.ts";
import { freshForm, renderButton } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { cutPage, renderPager } from "../../html/pager.ts";
import {
  type KeyFilter,
  keyStates,
  type OperatorKey,
  selectOperatorKeys,
} from "../../keys/operatorKeyQueries.ts";
import { type Answer, answerPage } from "../../site/visit.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";

const pageSize = 50;
const maxSearchLength = 200;

function addressOf({ text, state, accountId }: KeyFilter, before: string | null): string {
  const texts = { q: text, state, account: accountId, before };
  const sent = Object.entries(texts).filter(([, value]) => value !== null);
  const query = new URLSearchParams(sent as [string, string][]).toString();
  return query === "" ? "/console/keys" : `/console/keys?${query}`;
}

const stateWords = { active: "good", ended: "ended or replaced", revoked: "revoked" } as const;

function renderSearch({ text, state, accountId }: KeyFilter): Html {
  const fields = { ...freshForm({ q: text ?? "", state: state ?? "" }), prefix: "keys" };
  const options = keyStates.map((one) => ({ value: one, text: stateWords[one] }));
  const unseen = accountId && html`<input type="hidden" name="account" value="${accountId}">`;
  return html`<form class="filters" action="/console/keys" role="search" aria-label="Keys">
${unseen}${renderTextField(fields, {
  name: "q",
  label: "Name, account, last four or id",
  type: "search",
  maxLength: maxSearchLength,
  autocomplete: "off",
})}${renderSelect(fields, {
  name: "state",
  label: "State",
  options: [{ value: "", text: "any" }, ...options],
})}${renderButton({ text: "Show" })}
</form>
`;
}

function renderNone({ text, state, accountId }: KeyFilter): Html {
  if (text === null && state === null && accountId === null) {
    const how = html`<p>Keys are issued on the page of an
<a href="/console/accounts">account</a>.</p>`;
    return renderEmptyState("No keys yet", how);
  }
  const all = html`<p>Names are found by any part of them, last four characters and ids whole.
<a href="/console/keys">All keys</a></p>`;
  return renderEmptyState("No key matches", all);
}

function renderList(keys: readonly OperatorKey[], now: Date): Html {
  return renderKeyTable({
    caption: "Keys, the newest first",
    keys,
    now,
    address: ({ keyId }) => `/console/keys/${keyId}`,
    account: ({ accountId, accountName }) =>
      html`<a href="/console/accounts/${accountId}">${accountName}</a>`,
  });
}

function say(account: OperatorAccount | undefined): Html | string {
  if (account === undefined) return "With which the accounts' systems call.";
  return html`Those of <a href="/console/accounts/${account.accountId}">${account.name}</a>.
<a href="/console/keys">Keys of all accounts</a>`;
}

/** The page of the keys. */
export async function showKeys({ db }: ConsoleContext, { query, now }: Visit): Promise<Answer> {
  const text = query.text("q").trim().slice(0, maxSearchLength).toWellFormed();
  const asked = query.text("account");
  const account = isUuid(asked) ? await selectOperatorAccount(db, asked) : undefined;
  const filter: KeyFilter = {
    text: text === "" ? null : text,
    accountId: account?.accountId ?? null,
    state: keyStates.find((state) => state === query.text("state")) ?? null,
  };
  const before = isUuid(query.text("before")) ? query.text("before") : null;
  const found = await selectOperatorKeys(db, filter, { before, limit: pageSize + 1, now });
  const { rows: keys, last } = cutPage(found, pageSize);
  const pager = renderPager({
    back: before === null ? null : addressOf(filter, null),
    on: last === undefined ? null : addressOf(filter, last.keyId),
    backText: "Newest",
  });
  const list = keys.length === 0 ? renderNone(filter) : html`${renderList(keys, now)}${pager}`;
  return answerPage({
    title: "Keys",
    sentence: say(account),
    body: html`${renderSearch(filter)}${list}`,
  });
}
