// Reads the forms of a key request.

import { readCurrency } from "../../components/currencyField.ts";
import { readKeyRequest } from "../../components/keyRequestForm.ts";
import type { FieldFault } from "../../html/form.ts";
import type { TypedRequest } from "../../keyRequests/changeKeyRequest.ts";
import { deliveries, type KeyTerms } from "../../keyRequests/issueRequestedKey.ts";
import type { TypedAccount } from "../../keyRequests/openRequestedAccount.ts";
import { expiryFault, keyNameFault, readExpiry, readKeyName } from "../../keys/consoleIssue.ts";
import { hasCompleteDomain, parseEmail } from "../../mail/emailAddress.ts";
import { isMailbox } from "../../mail/queueMail.ts";
import { parsePercent } from "../../money.ts";
import { parsePersonName } from "../../people/personName.ts";
import type { Fields } from "../../site/fields.ts";
import { texts } from "./texts.ts";

export function readTypedRequest(form: Fields): TypedRequest | readonly FieldFault[] {
  const typed = readKeyRequest(form);
  const keyName = readKeyName(form);
  if ("email" in typed && keyName !== undefined) return { ...typed, keyName };
  const faults = "email" in typed ? [] : typed;
  return keyName === undefined ? [...faults, keyNameFault] : faults;
}

/** `recipients`: who may receive the e-mail. */
export function readTerms(
  form: Fields,
  recipients: readonly string[],
  now: Date,
): KeyTerms | readonly FieldFault[] {
  const name = readKeyName(form);
  const expiresAt = readExpiry(form, now);
  const to = recipients.includes(form.text("to")) ? parseEmail(form.text("to")) : undefined;
  const delivery = deliveries.find((one) => one === form.text("delivery"));
  const isComplete = name !== undefined && expiresAt !== undefined;
  if (isComplete && to !== undefined && delivery !== undefined) {
    return { name, expiresAt, to, delivery };
  }
  const faults: FieldFault[] = [];
  if (name === undefined) faults.push(keyNameFault);
  if (expiresAt === undefined) faults.push(expiryFault);
  if (to === undefined) faults.push({ field: "to", text: texts.key.recipientFault });
  if (delivery === undefined) faults.push({ field: "delivery", text: texts.key.deliveryFault });
  return faults;
}

export function readAccount(form: Fields): TypedAccount | readonly FieldFault[] {
  const name = parsePersonName(form.text("account_name"));
  const email = form.text("account_email").trim();
  const currency = readCurrency(form);
  const discount = parsePercent(form.text("discount").trim() || "0");
  const isReachable = isMailbox(email) && hasCompleteDomain(email);
  const isComplete = name !== undefined && isReachable;
  if (isComplete && typeof currency === "string" && discount !== undefined) {
    return { name, email, currency, discount };
  }
  const faults: FieldFault[] = [];
  if (name === undefined) {
    faults.push({ field: "account_name", text: "Enter a name on one line." });
  }
  if (!isReachable) {
    faults.push({ field: "account_email", text: "Enter an address such as ann@example.com." });
  }
  if (typeof currency !== "string") faults.push(currency);
  if (discount === undefined) {
    faults.push({ field: "discount", text: "Enter a percentage from 0 to 100, such as 7.5." });
  }
  return faults;
}
