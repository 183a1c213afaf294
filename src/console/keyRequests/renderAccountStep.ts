// The first step of meeting a request: which account it is of. Accounts are proposed with the
// reason; an operator decides, or opens one.

import { selectAccounts } from "../../accounts/queries.ts";
import type { Database } from "../../db/database.ts";
import { renderTextField } from "../../html/field.ts";
import {
  type FormState,
  freshForm,
  renderActions,
  renderButton,
  renderFaults,
  renderForm,
} from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderQuestion } from "../../html/question.ts";
import { renderTable } from "../../html/table.ts";
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

const reasons: Readonly<Record<SuggestionReason, string>> = {
  "same address": "has this very address",
  "same host": "has addresses at the same host",
  "like name": "has a name like it",
};

/** What a form of the first step was sent with, where it comes back. */
export type AccountForms = {
  readonly matching?: FormState | undefined;
  readonly opening?: FormState | undefined;
};

/** The accounts that may be the one. */
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
    return html`<p class="quiet">No account is like it by address or name.</p>\n`;
  }
  return renderTable({
    caption: "Accounts that may be the one",
    columns: [
      { title: "Account", kind: "text" },
      { title: "E-mail", kind: "text" },
      { title: "Why", kind: "words" },
      { title: "Choose", kind: "actions" },
    ],
    rows: suggestions.map(({ account, reason }) => ({
      cells: [
        account.name,
        account.email,
        reasons[reason],
        renderForm({
          action: `${address}/match`,
          hidden: { version: String(request.version), account: account.accountId },
          body: renderButton({ text: "It is this one", label: `It is ${account.name}` }),
        }),
      ],
    })),
  });
}

function renderMatching(request: OperatorKeyRequest, address: string, state: FormState): Html {
  const form = renderForm({
    action: `${address}/match`,
    hidden: { version: String(request.version) },
    label: "Another account",
    body: html`${renderTextField(state, {
      name: "account",
      label: "Account",
      hint: "Its name, in any case, or its id.",
      autocomplete: "off",
      maxLength: 200,
    })}${renderActions(renderButton({ text: "It is this one" }))}`,
  });
  if (state.faults.length > 0) return html`${renderFaults(state)}${form}`;
  return renderQuestion("Another account …", "Another account", form);
}

function renderOpening(request: OperatorKeyRequest, address: string, state: FormState): Html {
  const field = (name: string, label: string, maxLength: number, hint?: string): Html =>
    renderTextField(state, {
      ...{ name, label, maxLength, autocomplete: "off" },
      ...(hint === undefined ? {} : { hint }),
    });
  const form = renderForm({
    action: `${address}/account`,
    hidden: { version: String(request.version) },
    label: "Open an account",
    body: html`${[
      field("account_name", "Name", 200, "Unique; it stands on orders and in mails."),
      field("account_email", "E-mail", 254, "Where its own mail goes."),
      field("currency", "Currency", 3, "A code as USD."),
      field("discount", "Discount in %", 6, "Off every list price; 0 for none."),
      renderActions(renderButton({ text: "Open the account" })),
    ]}`,
  });
  if (state.faults.length > 0) return html`${renderFaults(state)}${form}`;
  return renderQuestion("Open an account …", "Open an account", form);
}

/** The step while the request has no account yet, or may have another. */
export function renderAccountStep(
  request: OperatorKeyRequest,
  suggestions: readonly SuggestedAccount[],
  forms: AccountForms,
): Html {
  const address = `/console/key-requests/${request.requestId}`;
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
  renderMatching(request, address, { ...matching, prefix: "match" }),
  renderOpening(request, address, { ...opening, prefix: "open" }),
]}</div>
`;
  if (accountName === null) {
    return html`<h2>1. Whose key is it?</h2>
${renderSuggestions(request, suggestions, address)}${more}`;
  }
  const others = request.source === "account" ? null : more;
  return html`<h2>1. Whose key is it?</h2>
<p>Of <strong>${accountName}</strong>.</p>
${others}`;
}
