import type { AccountId } from "../../accounts/account.ts";
import { openAccount } from "../../accounts/openAccount.ts";
import { operatorActor } from "../../audit/actor.ts";
import { newId } from "../../db/newId.ts";
import { renderTextField } from "../../html/field.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  renderFaults,
  renderForm,
} from "../../html/form.ts";
import { html } from "../../html/html.ts";
import { parseCurrency, parsePercent } from "../../money.ts";
import { type Answer, answerPage, redirect, type SitePage } from "../../site/visit.ts";
import { accountAddress } from "../addresses.ts";
import type { Handler, Visit } from "../consoleContext.ts";
import { readAccount, renderNameFields } from "./readAccount.ts";

const address = "/console/accounts/new";

function renderOpening(state: FormState): SitePage {
  const fields = html`${renderNameFields(state)}${renderTextField(state, {
    name: "currency",
    label: "Currency",
    hint: "Three letters, such as USD. It cannot be changed later.",
    autocomplete: "off",
    maxLength: 3,
  })}${renderTextField(state, {
    name: "discount",
    label: "Discount (%)",
    hint: "On list prices, from today. 0 for none. Change it later in the agreement.",
    autocomplete: "off",
    maxLength: 6,
  })}`;
  const button = { text: "Create account", kind: "primary" } as const;
  const form = renderForm({ action: address, body: fields, button });
  return {
    title: "New account",
    sentence: "Next: invite its people and issue keys.",
    above: { href: "/console/accounts", text: "Accounts" },
    body: html`${renderFaults(state)}${form}`,
  };
}

function refuse({ form }: Visit, faults: readonly FieldFault[]): Answer {
  return answerPage(renderOpening({ value: form.text, faults }), 422);
}

export const showNewAccount: Handler = async () => {
  return answerPage(renderOpening(freshForm({ currency: "USD", discount: "0" })));
};

export const createAccount: Handler = async ({ db }, visit) => {
  const { form, now } = visit;
  const read = readAccount(form);
  const currency = parseCurrency(form.text("currency").trim().toUpperCase());
  const discount = parsePercent(form.text("discount").trim());
  if (!("name" in read) || currency === undefined || discount === undefined) {
    const faults = "name" in read ? [] : [...read];
    if (currency === undefined) {
      faults.push({ field: "currency", text: "Enter three letters, such as USD." });
    }
    if (discount === undefined) {
      faults.push({ field: "discount", text: "Enter a percentage from 0 to 100, such as 7.5." });
    }
    return refuse(visit, faults);
  }
  const accountId = newId() as AccountId;
  const account = { ...read, accountId, currency, discount, now };
  const opened = await openAccount(db, account, operatorActor(visit));
  if (opened === "name taken") {
    return refuse(visit, [{ field: "name", text: "Another account already has this name." }]);
  }
  return redirect(`${accountAddress(accountId)}?done=opened`);
};
