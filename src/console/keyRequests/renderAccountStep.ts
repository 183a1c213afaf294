// Step 1 of a key request: the account. Accounts are suggested with a reason.

import { selectAccounts } from "../../accounts/queries.ts";
import { renderCurrencyField } from "../../components/currencyField.ts";
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
import { keyRequestAddress } from "../addresses.ts";
import { renderPicker } from "../search/pickers.ts";

const reasons: Readonly<Record<SuggestionReason, string>> = {
  "same address": "Same e-mail address",
  "same host": "Same e-mail domain",
  "like name": "Similar name",
};

/** Refused forms of this step. */
export type AccountForms = {
  readonly matching?: FormState | undefined;
  readonly opening?: FormState | undefined;
};

export async function findSuggestions(
  db: Database,
  request: OperatorKeyRequest,
): Promise<readonly SuggestedAccount[]> {
  const [accounts, ofHost] = await Promise.all([
    selectAccounts(db),
    selectAccountsOfHost(db, hostOf(request.email)),
  ]);
  return suggestAccounts(request, accounts, ofHost);
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
      body: renderButton({ text: "Choose account", label: `Choose ${name}` }),
    });
  return renderRows("Suggested accounts", suggestions, [
    { title: "Account", kind: "text", cell: ({ account }) => account.name },
    { title: "E-mail", kind: "text", cell: ({ account }) => account.email },
    { title: "Reason", kind: "words", cell: ({ reason }) => reasons[reason] },
    { title: "Choose", kind: "actions", cell: choose },
  ]);
}

function renderMatchForm(request: OperatorKeyRequest, address: string, state: FormState): Html {
  const form = renderForm({
    action: `${address}/match`,
    hidden: { version: String(request.version) },
    label: "Choose another account",
    body: renderPicker(state, "accounts", { name: "account", label: "Account" }),
    button: { text: "Choose account" },
  });
  if (state.faults.length > 0) return html`${renderFaults(state)}${form}`;
  return renderQuestion("Choose another account …", "Choose another account", form);
}

function renderOpenForm(request: OperatorKeyRequest, address: string, state: FormState): Html {
  const field = (name: string, label: string, maxLength: number, hint: string): Html =>
    renderTextField(state, { name, label, maxLength, autocomplete: "off", hint });
  const form = renderForm({
    action: `${address}/account`,
    hidden: { version: String(request.version) },
    label: "Create account",
    body: [
      field("account_name", "Name", 200, "Must be unique. Shown on orders and in e-mails."),
      field("account_email", "E-mail", 254, "For messages to the account."),
      renderCurrencyField(state),
      field("discount", "Discount (%)", 6, "On list prices; 0 for none."),
    ],
    button: { text: "Create account" },
  });
  const body = html`${renderFaults(state)}${form}`;
  return renderQuestion("Create account …", "Create account", body, state);
}

export function renderAccountStep(
  request: OperatorKeyRequest,
  suggestions: readonly SuggestedAccount[],
  forms: AccountForms,
): Html {
  const address = keyRequestAddress(request.requestId);
  const { accountName, company, email } = request;
  const fresh = freshForm({
    account_name: company ?? "",
    account_email: email,
    currency: "USD",
    discount: "0",
  });
  const { matching = freshForm(), opening = fresh } = forms;
  const more = html`<div class="fields">
${[
  renderMatchForm(request, address, { ...matching, prefix: "match" }),
  renderOpenForm(request, address, { ...opening, prefix: "open" }),
]}</div>
`;
  if (accountName === null) {
    return renderCard({
      title: "1. Account",
      body: html`${renderSuggestions(request, suggestions, address)}${more}`,
    });
  }
  const others = request.source === "account" ? null : more;
  return renderCard({
    title: "1. Account",
    body: html`<p><strong>${accountName}</strong></p>
${others}`,
  });
}
