import type { AccountId } from "../../accounts/account.ts";
import { openAccount } from "../../accounts/openAccount.ts";
import { operatorActor } from "../../audit/actor.ts";
import { type CurrenciesInUse, selectCurrenciesInUse } from "../../catalog/currencyQueries.ts";
import {
  readCurrency,
  renderCurrencyField,
  usualCurrency,
} from "../../components/currencyField.ts";
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
import { parsePercent } from "../../money.ts";
import { type Answer, answerPage, redirect, type SitePage } from "../../site/visit.ts";
import { accountAddress } from "../addresses.ts";
import type { ConsoleContext, Handler, Visit } from "../consoleContext.ts";
import { readAccount, renderNameFields } from "./readAccount.ts";
import { texts } from "./texts.ts";

const address = "/console/accounts/new";

function renderOpening(state: FormState, inUse: CurrenciesInUse): SitePage {
  const currency = renderCurrencyField(state, inUse);
  const fields = html`${renderNameFields(state)}${currency}${renderTextField(state, {
    name: "discount",
    label: "Discount (%)",
    hint: "Off list prices, from today. 0 for none. Change it later in the agreement.",
    autocomplete: "off",
    maxLength: 6,
  })}`;
  const button = { text: "Create account", kind: "primary" } as const;
  const form = renderForm({ action: address, body: fields, button });
  return {
    title: "New account",
    sentence: "Next: invite its people and issue keys.",
    above: { href: "/console/accounts", text: texts.list.title },
    body: html`${renderFaults(state)}${form}`,
  };
}

async function refuse(
  { db }: ConsoleContext,
  { form }: Visit,
  faults: readonly FieldFault[],
): Promise<Answer> {
  const inUse = await selectCurrenciesInUse(db);
  return answerPage(renderOpening({ value: form.text, faults }, inUse), 422);
}

export const showNewAccount: Handler = async ({ db }) => {
  const inUse = await selectCurrenciesInUse(db);
  const fresh = freshForm({ currency: usualCurrency(inUse), discount: "0" });
  return answerPage(renderOpening(fresh, inUse));
};

export const createAccount: Handler = async (context, visit) => {
  const { form, now } = visit;
  const read = readAccount(form);
  const currency = readCurrency(form);
  const discount = parsePercent(form.text("discount").trim());
  if (!("name" in read) || typeof currency !== "string" || discount === undefined) {
    const faults = "name" in read ? [] : [...read];
    if (typeof currency !== "string") faults.push(currency);
    if (discount === undefined) {
      faults.push({ field: "discount", text: "Enter a percentage from 0 to 100, such as 7.5." });
    }
    return refuse(context, visit, faults);
  }
  const accountId = newId() as AccountId;
  const account = { ...read, accountId, currency, discount, now };
  const opened = await openAccount(context.db, account, operatorActor(visit));
  if (opened === "name taken") {
    return refuse(context, visit, [{ field: "name", text: texts.form.nameTaken }]);
  }
  return redirect(`${accountAddress(accountId)}?done=opened`);
};
