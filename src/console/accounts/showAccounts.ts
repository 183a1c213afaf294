import {
  type AccountFilter,
  accountStates,
  type ListedAccount,
  selectListedAccounts,
} from "../../accounts/operatorAccountQueries.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { anyOption, renderSelect, renderTextField } from "../../html/field.ts";
import { freshForm, renderButtonLink, renderFilters } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderBadge } from "../../html/notice.ts";
import { byName, formatAddress, pageSize, paginate } from "../../html/pager.ts";
import { renderRows } from "../../html/table.ts";
import { answerPage } from "../../site/visit.ts";
import { mayUse, operators } from "../access.ts";
import { linkAccount } from "../addresses.ts";
import type { Handler } from "../consoleContext.ts";
import { readText, readUuid } from "../filters.ts";

const path = "/console/accounts";
const maxSearchLength = 254;

const stateTexts = {
  active: "Active",
  suspended: "Suspended",
  unattended: "Drafts nobody can confirm",
} as const;

function renderSearch({ text, state }: AccountFilter): Html {
  const fields = { ...freshForm({ q: text ?? "", state: state ?? "" }), prefix: "accounts" };
  const options = accountStates.map((one) => ({ value: one, text: stateTexts[one] }));
  return renderFilters({
    action: path,
    label: "Accounts",
    fields: [
      renderTextField(fields, {
        name: "q",
        label: "Name, e-mail or ID",
        type: "search",
        maxLength: maxSearchLength,
        autocomplete: "off",
      }),
      renderSelect(fields, { name: "state", label: "State", options: [anyOption, ...options] }),
    ],
    button: "Search",
  });
}

export function renderAccountState({ suspendedAt }: Pick<ListedAccount, "suspendedAt">): Html {
  return suspendedAt === null
    ? renderBadge("good", "Active")
    : html`${renderBadge("short", "Suspended")} ${renderMoment(suspendedAt)}`;
}

function renderAccounts(accounts: readonly ListedAccount[]): Html {
  const renderLastRequest = ({ lastUsedAt }: ListedAccount) =>
    lastUsedAt === null ? "Never" : renderMoment(lastUsedAt);
  return renderRows("Accounts by name", accounts, [
    { title: "Name", kind: "text", cell: ({ accountId, name }) => linkAccount(accountId, name) },
    { title: "E-mail", kind: "text", cell: ({ email }) => email },
    { title: "State", kind: "words", cell: renderAccountState },
    { title: "Currency", kind: "words", cell: ({ currency }) => currency },
    { title: "People", kind: "number", cell: ({ people }) => people },
    { title: "Active keys", kind: "number", cell: ({ goodKeys }) => goodKeys },
    { title: "Last request", kind: "number", cell: renderLastRequest },
  ]);
}

function renderNone({ text, state }: AccountFilter, canOpen: boolean): Html {
  if (text !== null || state !== null) {
    const all = html`<p>Search for a part of a name or e-mail address, or for a complete id.
<a href="/console/accounts">All accounts</a></p>`;
    return renderEmptyState("No matching accounts", all);
  }
  const how = html`<p>An account is a customer with its people, keys, prices and orders. ${
    canOpen ? html`<a href="/console/accounts/new">Create an account</a>.` : null
  }</p>`;
  return renderEmptyState("No accounts yet", how);
}

export const showAccounts: Handler = async ({ db }, visit) => {
  const { query, now, signedIn } = visit;
  const text = readText(query, "q", maxSearchLength);
  const filter: AccountFilter = {
    text: text === "" ? null : text,
    state: accountStates.find((state) => state === query.text("state")) ?? null,
  };
  const after = readUuid(query, "after");
  const found = await selectListedAccounts(db, filter, { after, limit: pageSize + 1, now });
  const { rows: accounts, pager } = paginate(found, {
    after,
    keyOf: ({ accountId }) => accountId,
    addressOf: (after) => formatAddress(path, { q: filter.text, state: filter.state, after }),
    ...byName,
  });
  const canOpen = mayUse(operators, signedIn);
  const none = renderNone(filter, canOpen);
  const list = accounts.length === 0 ? none : html`${renderAccounts(accounts)}${pager}`;
  return answerPage({
    title: "Accounts",
    sentence: "Customers with their people, keys and orders.",
    ...(canOpen && { primary: renderButtonLink(`${path}/new`, "Create account", "primary") }),
    body: html`${renderSearch(filter)}${list}`,
  });
};
