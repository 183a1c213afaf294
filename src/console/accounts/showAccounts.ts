import {
  type AccountFilter,
  accountStates,
  type ListedAccount,
  selectListedAccounts,
} from "../../accounts/operatorAccountQueries.ts";
import { isUuid } from "../../db/isUuid.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderSelect, renderTextField } from "../../html/field.ts";
import { freshForm, renderButton, renderButtonLink } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderBadge } from "../../html/notice.ts";
import { cutPage, renderPager } from "../../html/pager.ts";
import { renderTable } from "../../html/table.ts";
import { answerPage } from "../../site/visit.ts";
import { mayUse, operators } from "../access.ts";
import { accountAddress } from "../addresses.ts";
import type { Handler } from "../consoleContext.ts";

const pageSize = 50;
const maxSearchLength = 254;

const stateTexts = { active: "Active", suspended: "Suspended" } as const;

function addressOf({ text, state }: AccountFilter, after: string | null): string {
  const texts = { q: text, state, after };
  const sent = Object.entries(texts).filter(([, value]) => value !== null);
  const query = new URLSearchParams(sent as [string, string][]).toString();
  return query === "" ? "/console/accounts" : `/console/accounts?${query}`;
}

function renderSearch({ text, state }: AccountFilter): Html {
  const fields = { ...freshForm({ q: text ?? "", state: state ?? "" }), prefix: "accounts" };
  const options = accountStates.map((one) => ({ value: one, text: stateTexts[one] }));
  return html`<form class="filters" action="/console/accounts" role="search" aria-label="Accounts">
${renderTextField(fields, {
  name: "q",
  label: "Name, e-mail or id",
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

export function renderAccountState({ suspendedAt }: Pick<ListedAccount, "suspendedAt">): Html {
  return suspendedAt === null
    ? renderBadge("good", "Active")
    : html`${renderBadge("short", "Suspended")} ${renderMoment(suspendedAt)}`;
}

function renderAccounts(accounts: readonly ListedAccount[]): Html {
  return renderTable({
    caption: "Accounts by name",
    columns: [
      { title: "Name", kind: "text" },
      { title: "E-mail", kind: "text" },
      { title: "State", kind: "words" },
      { title: "Currency", kind: "words" },
      { title: "People", kind: "number" },
      { title: "Active keys", kind: "number" },
      { title: "Last request", kind: "number" },
    ],
    rows: accounts.map((account) => ({
      cells: [
        html`<a href="${accountAddress(account.accountId)}">${account.name}</a>`,
        account.email,
        renderAccountState(account),
        account.currency,
        account.people,
        account.goodKeys,
        account.lastUsedAt === null ? "Never" : renderMoment(account.lastUsedAt),
      ],
    })),
  });
}

function renderNone({ text, state }: AccountFilter, canOpen: boolean): Html {
  if (text !== null || state !== null) {
    const all = html`<p>Search for a part of a name or e-mail address, or for a complete id.
<a href="/console/accounts">All accounts</a></p>`;
    return renderEmptyState("No matching accounts", all);
  }
  const how = html`<p>An account is a customer with its people, keys, prices and orders. ${
    canOpen ? html`<a href="/console/accounts/new">Open an account</a>.` : null
  }</p>`;
  return renderEmptyState("No accounts yet", how);
}

export const showAccounts: Handler = async ({ db }, visit) => {
  const { query, now, signedIn } = visit;
  const text = query.text("q").trim().slice(0, maxSearchLength).toWellFormed();
  const filter: AccountFilter = {
    text: text === "" ? null : text,
    state: accountStates.find((state) => state === query.text("state")) ?? null,
  };
  const after = isUuid(query.text("after")) ? query.text("after") : null;
  const found = await selectListedAccounts(db, filter, { after, limit: pageSize + 1, now });
  const { rows: accounts, last } = cutPage(found, pageSize);
  const pager = renderPager({
    back: after === null ? null : addressOf(filter, null),
    on: last === undefined ? null : addressOf(filter, last.accountId),
    backText: "First",
    onText: "Next",
  });
  const canOpen = mayUse(operators, signedIn);
  const none = renderNone(filter, canOpen);
  const list = accounts.length === 0 ? none : html`${renderAccounts(accounts)}${pager}`;
  return answerPage({
    title: "Accounts",
    sentence: "Customers with their people, keys and orders.",
    ...(canOpen
      ? { primary: renderButtonLink("/console/accounts/new", "Open account", "primary") }
      : {}),
    body: html`${renderSearch(filter)}${list}`,
  });
};
