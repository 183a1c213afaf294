import { keyState } from "../../accounts/account.ts";
import {
  type OperatorAccount,
  selectOperatorAccount,
} from "../../accounts/operatorAccountQueries.ts";
import { type KeyTable, renderKeyTable } from "../../components/keyTable.ts";
import { renderPick, renderSelectionBar, selectsAll } from "../../components/selection.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { anyOption, renderSelect, renderTextField } from "../../html/field.ts";
import { freshForm, renderFilters } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { byName, formatAddress, pageSize, paginate } from "../../html/pager.ts";
import {
  type KeyFilter,
  type KeySort,
  keySorts,
  keyStates,
  type OperatorKey,
  selectOperatorKeys,
} from "../../keys/operatorKeyQueries.ts";
import { mayUse, operators } from "../../kit/access.ts";
import { formatUnusualSorting, readSorting, type Sorting, sortBy } from "../../kit/sorting.ts";
import { answerPage } from "../../site/visit.ts";
import { accountAddress, keyAddress, linkAccount } from "../addresses.ts";
import type { Handler } from "../consoleContext.ts";
import { readText, readUuid } from "../filters.ts";
import { revokePath } from "./revokeSelected.ts";
import { texts } from "./texts.ts";

const path = "/console/keys";
const maxSearchLength = 200;

const newestFirst = { by: "created", isDescending: true } as const;

function renderSearch({ text, state, accountId }: KeyFilter, sorting: Sorting<KeySort>): Html {
  const fields = { ...freshForm({ q: text ?? "", state: state ?? "" }), prefix: "keys" };
  const options = keyStates.map((one) => ({ value: one, text: texts.list.states[one] }));
  return renderFilters({
    action: path,
    label: texts.list.title,
    hidden: { account: accountId, sort: formatUnusualSorting(sorting, newestFirst) },
    fields: [
      renderTextField(fields, {
        name: "q",
        label: "Name, account, last four or ID",
        type: "search",
        maxLength: maxSearchLength,
        autocomplete: "off",
      }),
      renderSelect(fields, {
        name: "state",
        label: "State",
        options: [anyOption, ...options],
      }),
    ],
    button: "Search",
  });
}

function renderNone({ text, state, accountId }: KeyFilter): Html {
  if (text === null && state === null && accountId === null) {
    const how = html`<p>Issue keys on the page of an
<a href="/console/accounts">account</a>.</p>`;
    return renderEmptyState("No keys yet", how);
  }
  return renderEmptyState(
    "No matching keys",
    html`<p>Search for part of a name, the last four characters or a
complete ID. <a href="${path}">All keys</a></p>`,
  );
}

/** `isChosen`: all keys are selected. */
type Selection = { readonly all: string; readonly none: string; readonly isChosen: boolean };

/** Without a selection for people who cannot revoke keys. */
function renderList(
  keys: readonly OperatorKey[],
  now: Date,
  {
    selection,
    sorts,
  }: Pick<KeyTable<OperatorKey>, "sorts"> & {
    readonly selection: Selection | undefined;
  },
): Html {
  const pickOf = (key: OperatorKey): Html | null => {
    const { keyId: value, name, lastFour } = key;
    if (selection === undefined || keyState(key, now) !== "active") return null;
    const label = `${name}, ends in ${lastFour}`;
    return renderPick({ name: "key", value, label, isChosen: selection.isChosen });
  };
  const table = renderKeyTable({
    caption: "Keys",
    keys,
    now,
    address: ({ keyId }) => keyAddress(keyId),
    account: ({ accountId, accountName }) => linkAccount(accountId, accountName),
    ...(selection && { pickOf }),
    ...(sorts && { sorts }),
  });
  const buttons = [{ text: "Revoke keys", kind: "danger", action: revokePath }] as const;
  const bar = selection && renderSelectionBar({ label: "Selected keys", ...selection, buttons });
  return html`${table}${bar}`;
}

function renderSentence(account: OperatorAccount | undefined): Html | string {
  if (account === undefined) return "API keys of all accounts.";
  return html`Keys of ${linkAccount(account.accountId, account.name)}.
<a href="${path}">Keys of all accounts</a>`;
}

export const showKeys: Handler = async ({ db }, { query, now, signedIn }) => {
  const text = readText(query, "q", maxSearchLength);
  const accountId = readUuid(query, "account");
  const owner = accountId === null ? undefined : await selectOperatorAccount(db, accountId);
  const filter: KeyFilter = {
    text: text === "" ? null : text,
    accountId: owner?.accountId ?? null,
    state: keyStates.find((state) => state === query.text("state")) ?? null,
  };
  const before = readUuid(query, "before");
  const sort = readSorting(query.text("sort"), keySorts) ?? newestFirst;
  const found = await selectOperatorKeys(db, filter, { before, limit: pageSize + 1, now, sort });
  const { state, accountId: account } = filter;
  const addressOf = (
    before: string | null,
    select?: string,
    by = formatUnusualSorting(sort, newestFirst),
  ): string => formatAddress(path, { q: text, state, account, sort: by, before, select });
  const { rows: keys, pager } = paginate(found, {
    after: before,
    keyOf: ({ keyId }): string => keyId,
    addressOf: (before) => addressOf(before),
    ...(formatUnusualSorting(sort, newestFirst) !== null && byName),
  });
  const head = (by: KeySort) =>
    sortBy(sort, { by, isDescending: by === "created" || by === "used" }, (sorting) =>
      addressOf(null, undefined, formatUnusualSorting(sorting, newestFirst)),
    );
  const sorts = {
    name: head("name"),
    account: head("account"),
    created: head("created"),
    used: head("used"),
  };
  const selection = mayUse(operators, signedIn)
    ? { all: addressOf(before, "all"), none: addressOf(before), isChosen: selectsAll(query) }
    : undefined;
  const list =
    keys.length === 0
      ? renderNone(filter)
      : html`${renderList(keys, now, { selection, sorts })}${pager}`;
  return answerPage({
    title: texts.list.title,
    sentence: renderSentence(owner),
    ...(owner && { above: { href: accountAddress(owner.accountId), text: owner.name } }),
    body: html`${renderSearch(filter, sort)}${list}`,
  });
};
