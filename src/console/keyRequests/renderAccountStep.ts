// Step 1 of a key request: the account. Accounts are suggested with a reason.

import { selectAccounts } from "../../accounts/queries.ts";
import { type CurrenciesInUse, selectCurrenciesInUse } from "../../catalog/currencyQueries.ts";
import { renderCurrencyField, usualCurrency } from "../../components/currencyField.ts";
import type { Database } from "../../db/database.ts";
import { renderCard } from "../../html/card.ts";
import { renderTextField } from "../../html/field.ts";
import {
  type FormState,
  freshForm,
  renderButton,
  renderFaults,
  renderForm,
} from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderQuestion } from "../../html/question.ts";
import { renderRows } from "../../html/table.ts";
import { hostOf } from "../../keyRequests/freeMailHosts.ts";
import {
  type OperatorKeyRequest,
  selectAccountsOfHost,
} from "../../keyRequests/operatorKeyRequestQueries.ts";
import {
  type SuggestedAccount,
  type SuggestionReason,
  suggestAccounts,
} from "../../keyRequests/suggestAccounts.ts";
import { keyRequestAddress, linkAccount } from "../addresses.ts";
import { renderPicker } from "../search/pickers.ts";
import { texts } from "./texts.ts";

const reasons: Readonly<Record<SuggestionReason, string>> = texts.account.reasons;

/** Refused forms of this step. */
export type AccountForms = {
  readonly matching?: FormState | undefined;
  readonly opening?: FormState | undefined;
};

/** What the step offers: accounts that may be meant, and currencies for a new one. */
export type AccountChoices = {
  readonly suggestions: readonly SuggestedAccount[];
  readonly currencies: CurrenciesInUse;
};

export async function findAccountChoices(
  db: Database,
  request: OperatorKeyRequest,
): Promise<AccountChoices> {
  const currencies = await selectCurrenciesInUse(db);
  if (request.accountId !== null) return { suggestions: [], currencies };
  const [accounts, ofHost] = await Promise.all([
    selectAccounts(db),
    selectAccountsOfHost(db, hostOf(request.email)),
  ]);
  return { suggestions: suggestAccounts(request, accounts, ofHost), currencies };
}

function renderSuggestions(
  request: OperatorKeyRequest,
  suggestions: readonly SuggestedAccount[],
  address: string,
): Html {
  if (suggestions.length === 0) {
    return html`<p class="quiet">No similar account found.</p>\n`;
  }
  const choose = ({ account: { accountId, name } }: SuggestedAccount): Html =>
    renderForm({
      action: `${address}/match`,
      hidden: { version: String(request.version), account: accountId },
      body: renderButton({ text: texts.account.choose, label: `Choose ${name}` }),
    });
  return renderRows("Suggested accounts", suggestions, [
    { title: texts.account.account, kind: "text", cell: ({ account }) => account.name },
    { title: texts.account.email, kind: "text", cell: ({ account }) => account.email },
    { title: "Reason", kind: "words", cell: ({ reason }) => reasons[reason] },
    { title: "Choose", kind: "actions", cell: choose },
  ]);
}

function renderMatchForm(request: OperatorKeyRequest, address: string, state: FormState): Html {
  const form = renderForm({
    action: `${address}/match`,
    hidden: { version: String(request.version) },
    label: request.accountId === null ? texts.account.byName : texts.account.another,
    body: renderPicker(state, "accounts", { name: "account", label: texts.account.account }),
    button: { text: texts.account.choose },
  });
  if (state.faults.length > 0) return html`${renderFaults(state)}${form}`;
  const isChosen = request.accountId !== null;
  return isChosen
    ? renderQuestion("Choose another account …", texts.account.another, form)
    : renderQuestion("Choose an account by name …", texts.account.byName, form);
}

function renderOpenForm(
  request: OperatorKeyRequest,
  address: string,
  state: FormState,
  currencies: CurrenciesInUse,
): Html {
  const field = (name: string, label: string, maxLength: number, hint: string): Html =>
    renderTextField(state, { name, label, maxLength, autocomplete: "off", hint });
  const form = renderForm({
    action: `${address}/account`,
    hidden: { version: String(request.version) },
    label: texts.account.create,
    body: [
      field("account_name", "Name", 200, "Must be unique. Shown on orders and in e-mails."),
      field("account_email", texts.account.email, 254, "For messages to the account."),
      renderCurrencyField(state, currencies),
      field("discount", "Discount (%)", 6, "On list prices; 0 for none."),
    ],
    button: { text: texts.account.create },
  });
  const body = html`${renderFaults(state)}${form}`;
  return renderQuestion("Create account …", texts.account.create, body, state);
}

export function renderAccountStep(
  request: OperatorKeyRequest,
  { suggestions, currencies }: AccountChoices,
  forms: AccountForms,
): Html {
  const address = keyRequestAddress(request.requestId);
  const { accountId, accountName, company, email } = request;
  const fresh = freshForm({
    account_name: company ?? "",
    account_email: email,
    currency: usualCurrency(currencies),
    discount: "0",
  });
  const { matching = freshForm(), opening = fresh } = forms;
  // With an account, creating another one is not a step of the request.
  const canOpen = accountId === null || forms.opening !== undefined;
  const more = html`<div class="fields">
${[
  renderMatchForm(request, address, { ...matching, prefix: "match" }),
  canOpen ? renderOpenForm(request, address, { ...opening, prefix: "open" }, currencies) : null,
]}</div>
`;
  if (accountId === null || accountName === null) {
    return renderCard({
      title: texts.account.title,
      body: html`${renderSuggestions(request, suggestions, address)}${more}`,
    });
  }
  const others = request.source === "account" ? null : more;
  return renderCard({
    title: texts.account.title,
    body: html`<p><strong>${linkAccount(accountId, accountName)}</strong></p>
${others}`,
  });
}
