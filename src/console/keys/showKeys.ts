import { keyState } from "../../accounts/account.ts";
import {
  type OperatorAccount,
  selectOperatorAccount,
} from "../../accounts/operatorAccountQueries.ts";
import { renderKeyTable } from "../../components/keyTable.ts";
import { renderPick, renderSelectionBar, selectsAll } from "../../components/selection.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { anyOption, renderSelect, renderTextField } from "../../html/field.ts";
import { freshForm, renderFilters } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { formatAddress, pageSize, paginate } from "../../html/pager.ts";
import {
  type KeyFilter,
  keyStates,
  type OperatorKey,
  selectOperatorKeys,
} from "../../keys/operatorKeyQueries.ts";
import { answerPage } from "../../site/visit.ts";
import { mayUse, operators } from "../access.ts";
import { accountAddress, keyAddress, linkAccount } from "../addresses.ts";
import type { Handler } from "../consoleContext.ts";
import { readText, readUuid } from "../filters.ts";
import { revokePath } from "./revokeSelected.ts";
import { texts } from "./texts.ts";

const path = "/console/keys";
const maxSearchLength = 200;

function renderSearch({ text, state, accountId }: KeyFilter): Html {
  const fields = { ...freshForm({ q: text ?? "", state: state ?? "" }), prefix: "keys" };
  const options = keyStates.map((one) => ({ value: one, text: texts.list.states[one] }));
  return renderFilters({
    action: path,
    label: texts.list.title,
    hidden: { account: accountId },
    fields: [
      renderTextField(fields, {
        name: "q",
        label: texts.list.search,
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
    button: texts.list.button,
  });
}

function renderNone({ text, state, accountId }: KeyFilter): Html {
  if (text === null && state === null && accountId === null) {
    const how = html`<p>${texts.list.noneHint("/console/accounts")}</p>`;
    return renderEmptyState(texts.list.none, how);
  }
  return renderEmptyState(texts.list.noMatch, html`<p>${texts.list.noMatchHint(path)}</p>`);
}

/** `isChosen`: all keys are selected. */
type Selection = { readonly all: string; readonly none: string; readonly isChosen: boolean };

/** Without a selection for people who cannot revoke keys. */
function renderList(
  keys: readonly OperatorKey[],
  now: Date,
  selection: Selection | undefined,
): Html {
  const pickOf = (key: OperatorKey): Html | null => {
    const { keyId: value, name, lastFour } = key;
    if (selection === undefined || keyState(key, now) !== "active") return null;
    const label = texts.list.key(name, lastFour);
    return renderPick({ name: "key", value, label, isChosen: selection.isChosen });
  };
  const table = renderKeyTable({
    caption: texts.list.caption,
    keys,
    now,
    address: ({ keyId }) => keyAddress(keyId),
    account: ({ accountId, accountName }) => linkAccount(accountId, accountName),
    ...(selection && { pickOf }),
  });
  const buttons = [{ text: texts.list.revoke, kind: "danger", action: revokePath }] as const;
  const bar =
    selection && renderSelectionBar({ label: texts.list.selected, ...selection, buttons });
  return html`${table}${bar}`;
}

function renderSentence(account: OperatorAccount | undefined): Html | string {
  if (account === undefined) return texts.list.sentence;
  return texts.list.ofAccount(linkAccount(account.accountId, account.name), path);
}

export const showKeys: Handler = async ({ db }, { query, now, signedIn }) => {
  const text = readText(query, "q", maxSearchLength);
  const accountId = readUuid(query, "account");
  const account = accountId === null ? undefined : await selectOperatorAccount(db, accountId);
  const filter: KeyFilter = {
    text: text === "" ? null : text,
    accountId: account?.accountId ?? null,
    state: keyStates.find((state) => state === query.text("state")) ?? null,
  };
  const before = readUuid(query, "before");
  const found = await selectOperatorKeys(db, filter, { before, limit: pageSize + 1, now });
  const addressOf = (before: string | null, select?: string): string =>
    formatAddress(path, {
      q: text,
      state: filter.state,
      account: filter.accountId,
      before,
      select,
    });
  const { rows: keys, pager } = paginate(found, {
    after: before,
    keyOf: ({ keyId }): string => keyId,
    addressOf,
  });
  const selection = mayUse(operators, signedIn)
    ? { all: addressOf(before, "all"), none: addressOf(before), isChosen: selectsAll(query) }
    : undefined;
  const list =
    keys.length === 0 ? renderNone(filter) : html`${renderList(keys, now, selection)}${pager}`;
  return answerPage({
    title: texts.list.title,
    sentence: renderSentence(account),
    ...(account && { above: { href: accountAddress(account.accountId), text: account.name } }),
    body: html`${renderSearch(filter)}${list}`,
  });
};
