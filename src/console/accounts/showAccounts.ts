import {
  type AccountFilter,
  type AccountSort,
  accountSorts,
  accountStates,
  type ListedAccount,
  selectListedAccounts,
} from "../../accounts/operatorAccountQueries.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { anyOption, renderSelect, renderTextField } from "../../html/field.ts";
import { freshForm, renderButtonLink, renderFilters } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderAge, renderMoment } from "../../html/moment.ts";
import { renderBadge } from "../../html/notice.ts";
import { byName, formatAddress, pageSize, paginate } from "../../html/pager.ts";
import { type Column, renderRows } from "../../html/table.ts";
import { mayUse, operators } from "../../kit/access.ts";
import { formatUnusualSorting, readSorting, type Sorting, sortBy } from "../../kit/sorting.ts";
import { answerPage } from "../../site/visit.ts";
import { linkAccount } from "../addresses.ts";
import type { Handler } from "../consoleContext.ts";
import { readText, readUuid } from "../filters.ts";
import { texts } from "./texts.ts";

const path = "/console/accounts";
const maxSearchLength = 254;

const byNameFirst = { by: "name", isDescending: false } as const;

function renderSearch({ text, state }: AccountFilter, sorting: Sorting<AccountSort>): Html {
  const fields = { ...freshForm({ q: text ?? "", state: state ?? "" }), prefix: "accounts" };
  const options = accountStates.map((one) => ({ value: one, text: texts.states[one] }));
  return renderFilters({
    action: path,
    label: texts.list.title,
    hidden: { sort: formatUnusualSorting(sorting, byNameFirst) },
    fields: [
      renderTextField(fields, {
        name: "q",
        label: "Name, e-mail or ID",
        type: "search",
        maxLength: maxSearchLength,
        autocomplete: "off",
      }),
      renderSelect(fields, {
        name: "state",
        label: texts.list.state,
        options: [anyOption, ...options],
      }),
    ],
    button: "Search",
  });
}

export function renderAccountState({ suspendedAt }: Pick<ListedAccount, "suspendedAt">): Html {
  return suspendedAt === null
    ? renderBadge("good", texts.states.active)
    : html`${renderBadge("short", texts.states.suspended)} ${renderMoment(suspendedAt)}`;
}

/** `sorts`: of the columns that can sort the list. */
function renderAccounts(
  accounts: readonly ListedAccount[],
  sorts: Readonly<Record<AccountSort, NonNullable<Column["sort"]>>>,
): Html {
  const renderLastRequest = ({ lastUsedAt }: ListedAccount) =>
    lastUsedAt === null ? "Never" : renderAge(lastUsedAt);
  return renderRows("Accounts", accounts, [
    {
      title: "Name",
      kind: "text",
      sort: sorts.name,
      cell: ({ accountId, name }) => linkAccount(accountId, name),
    },
    { title: "E-mail", kind: "text", sort: sorts.email, cell: ({ email }) => email },
    { title: texts.list.state, kind: "words", cell: renderAccountState },
    { title: "Currency", kind: "words", cell: ({ currency }) => currency },
    { title: "People", kind: "number", cell: ({ people }) => people },
    { title: "Active keys", kind: "number", cell: ({ goodKeys }) => goodKeys },
    {
      title: "Last request",
      kind: "number",
      sort: sorts.used,
      cell: renderLastRequest,
    },
  ]);
}

function renderNone({ text, state }: AccountFilter, canOpen: boolean): Html {
  if (text !== null || state !== null) {
    const all = html`<p>${texts.list.noMatchHint}</p>`;
    return renderEmptyState("No matching accounts", all);
  }
  const how = html`<p>An account is a customer with its people, keys, prices and orders. ${canOpen ? texts.list.createOne : null}</p>`;
  return renderEmptyState("No accounts yet", how);
}

export const showAccounts: Handler = async ({ db }, visit) => {
  const { query, now, signedIn } = visit;
  const text = readText(query, "q", maxSearchLength);
  const filter: AccountFilter = {
    text: text === "" ? null : text,
    state: accountStates.find((state) => state === query.text("state")) ?? null,
  };
  const sort = readSorting(query.text("sort"), accountSorts) ?? byNameFirst;
  const after = readUuid(query, "after");
  const addressOf = (after: string | null, by: Sorting<AccountSort> = sort): string =>
    formatAddress(path, {
      q: filter.text,
      state: filter.state,
      sort: formatUnusualSorting(by, byNameFirst),
      after,
    });
  const found = await selectListedAccounts(db, filter, { after, limit: pageSize + 1, now, sort });
  const { rows: accounts, pager } = paginate(found, {
    after,
    keyOf: ({ accountId }) => accountId,
    addressOf,
    ...byName,
  });
  const canOpen = mayUse(operators, signedIn);
  const none = renderNone(filter, canOpen);
  const head = (by: AccountSort) =>
    sortBy(sort, { by, isDescending: by === "used" }, (sorting) => addressOf(null, sorting));
  const sorts = { name: head("name"), email: head("email"), used: head("used") };
  const list = accounts.length === 0 ? none : html`${renderAccounts(accounts, sorts)}${pager}`;
  return answerPage({
    title: texts.list.title,
    sentence: "Customers with their people, keys and orders.",
    ...(canOpen && { primary: renderButtonLink(`${path}/new`, "Create account", "primary") }),
    body: html`${renderSearch(filter, sort)}${list}`,
  });
};
