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
import { renderAge, renderMoment } from "../../html/moment.ts";
import { renderBadge } from "../../html/notice.ts";
import { byName, formatAddress, pageSize, paginate } from "../../html/pager.ts";
import { renderRows } from "../../html/table.ts";
import { answerPage } from "../../site/visit.ts";
import { mayUse, operators } from "../access.ts";
import { linkAccount } from "../addresses.ts";
import type { Handler } from "../consoleContext.ts";
import { readText, readUuid } from "../filters.ts";
import { texts } from "./texts.ts";

const path = "/console/accounts";
const maxSearchLength = 254;

function renderSearch({ text, state }: AccountFilter): Html {
  const fields = { ...freshForm({ q: text ?? "", state: state ?? "" }), prefix: "accounts" };
  const options = accountStates.map((one) => ({ value: one, text: texts.states[one] }));
  return renderFilters({
    action: path,
    label: texts.list.title,
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
    button: texts.list.searchButton,
  });
}

export function renderAccountState({ suspendedAt }: Pick<ListedAccount, "suspendedAt">): Html {
  return suspendedAt === null
    ? renderBadge("good", texts.states.active)
    : html`${renderBadge("short", texts.states.suspended)} ${renderMoment(suspendedAt)}`;
}

function renderAccounts(accounts: readonly ListedAccount[]): Html {
  const renderLastRequest = ({ lastUsedAt }: ListedAccount) =>
    lastUsedAt === null ? texts.list.never : renderAge(lastUsedAt);
  return renderRows(texts.list.caption, accounts, [
    {
      title: texts.list.name,
      kind: "text",
      cell: ({ accountId, name }) => linkAccount(accountId, name),
    },
    { title: texts.list.email, kind: "text", cell: ({ email }) => email },
    { title: texts.list.state, kind: "words", cell: renderAccountState },
    { title: texts.list.currency, kind: "words", cell: ({ currency }) => currency },
    { title: texts.list.people, kind: "number", cell: ({ people }) => people },
    { title: texts.list.activeKeys, kind: "number", cell: ({ goodKeys }) => goodKeys },
    { title: texts.list.lastRequest, kind: "number", cell: renderLastRequest },
  ]);
}

function renderNone({ text, state }: AccountFilter, canOpen: boolean): Html {
  if (text !== null || state !== null) {
    const all = html`<p>${texts.list.noMatchHint}</p>`;
    return renderEmptyState(texts.list.noMatch, all);
  }
  const how = html`<p>${texts.list.noneHint} ${canOpen ? texts.list.createOne : null}</p>`;
  return renderEmptyState(texts.list.none, how);
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
    title: texts.list.title,
    sentence: texts.list.sentence,
    ...(canOpen && { primary: renderButtonLink(`${path}/new`, texts.list.create, "primary") }),
    body: html`${renderSearch(filter)}${list}`,
  });
};
