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
import { answerPage } from "../../site/visit.ts";
import type { Handler } from "../consoleContext.ts";

const pageSize = 50;
const maxSearchLength = 200;

function addressOf({ text, state, accountId }: KeyFilter, before: string | null): string {
  const texts = { q: text, state, account: accountId, before };
  const sent = Object.entries(texts).filter(([, value]) => value !== null);
  const query = new URLSearchParams(sent as [string, string][]).toString();
  return query === "" ? "/console/keys" : `/console/keys?${query}`;
}

const stateWords = { active: "Active", ended: "Expired or replaced", revoked: "Revoked" } as const;

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
  options: [{ value: "", text: "Any" }, ...options],
})}${renderButton({ text: "Search" })}
</form>
`;
}

function renderNone({ text, state, accountId }: KeyFilter): Html {
  if (text === null && state === null && accountId === null) {
    const how = html`<p>Issue keys on the page of an
<a href="/console/accounts">account</a>.</p>`;
    return renderEmptyState("No keys yet", how);
  }
  const all = html`<p>Search for a part of a name, the last four characters or a complete id.
<a href="/console/keys">All keys</a></p>`;
  return renderEmptyState("No matching keys", all);
}

function renderList(keys: readonly OperatorKey[], now: Date): Html {
  return renderKeyTable({
    caption: "Keys, newest first",
    keys,
    now,
    address: ({ keyId }) => `/console/keys/${keyId}`,
    account: ({ accountId, accountName }) =>
      html`<a href="/console/accounts/${accountId}">${accountName}</a>`,
  });
}

function renderSentence(account: OperatorAccount | undefined): Html | string {
  if (account === undefined) return "API keys of all accounts.";
  return html`Keys of <a href="/console/accounts/${account.accountId}">${account.name}</a>.
<a href="/console/keys">Keys of all accounts</a>`;
}

export const showKeys: Handler = async ({ db }, { query, now }) => {
  const text = query.text("q").trim().slice(0, maxSearchLength).toWellFormed();
  const accountId = query.text("account");
  const account = isUuid(accountId) ? await selectOperatorAccount(db, accountId) : undefined;
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
    sentence: renderSentence(account),
    body: html`${renderSearch(filter)}${list}`,
  });
};
