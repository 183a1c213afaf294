// What forms about a request for a key hold when they come back.

import { parsePersonName } from "../../accounts/personName.ts";
import { readKeyRequest } from "../../components/keyRequestForm.ts";
import { parseDay } from "../../day.ts";
import type { FieldFault } from "../../html/form.ts";
import type { TypedRequest } from "../../keyRequests/changeKeyRequest.ts";
import { deliveries, type KeyTerms } from "../../keyRequests/issueRequestedKey.ts";
import type { TypedAccount } from "../../keyRequests/openRequestedAccount.ts";
import { keyNameLength } from "../../keyRequests/requestKey.ts";
import { parseEmail } from "../../mail/emailAddress.ts";
import { isMailbox } from "../../mail/queueMail.ts";
import { parseCurrency, parsePercent } from "../../money.ts";
import type { Fields } from "../../site/fields.ts";

function readKeyName(form: Fields): string | undefined {
  const name = parsePersonName(form.text("name"));
  return name !== undefined && [...name].length <= keyNameLength ? name : undefined;
}

const nameFault = {
  field: "name",
  text: `Give the key a name on one line, with at most ${keyNameLength} characters.`,
} as const;

/** The request as it was typed anew, or what is wrong with it. */
export function readTypedRequest(form: Fields): TypedRequest | readonly FieldFault[] {
  const asked = readKeyRequest(form);
  const keyName = readKeyName(form);
  if ("email" in asked && keyName !== undefined) return { ...asked, keyName };
  const faults = "email" in asked ? [] : asked;
  return keyName === undefined ? [...faults, nameFault] : faults;
}

/** The last moment of a day in UTC, null for no day, undefined for what is none to come. */
function readExpiry(text: string, now: Date): Date | null | undefined {
  if (text.trim() === "") return null;
  const day = parseDay(text.trim());
  const expiresAt = day === undefined ? undefined : new Date(`${day}T23:59:59.999Z`);
  return expiresAt !== undefined && expiresAt > now ? expiresAt : undefined;
}

/** The terms of a key, or what is wrong with them. `recipients`: to whom its mail may go. */
export function readTerms(
  form: Fields,
  recipients: readonly string[],
  now: Date,
): KeyTerms | readonly FieldFault[] {
  const name = readKeyName(form);
  const expiresAt = readExpiry(form.text("expires"), now);
  const to = recipients.includes(form.text("to")) ? parseEmail(form.text("to")) : undefined;
  const delivery = deliveries.find((one) => one === form.text("delivery"));
  const isWhole = name !== undefined && expiresAt !== undefined;
  if (isWhole && to !== undefined && delivery !== undefined) {
    return { name, expiresAt, to, delivery };
  }
  const faults: FieldFault[] = [];
  if (name === undefined) faults.push(nameFault);
  if (expiresAt === undefined) {
    faults.push({ field: "expires", text: "Choose a day to come, or none." });
  }
  if (to === undefined) faults.push({ field: "to", text: "Choose one of the addresses." });
  if (delivery === undefined) faults.push({ field: "delivery", text: "Choose one of the ways." });
  return faults;
}

/** The account to open, or what is wrong with it. */
export function readAccount(form: Fields): TypedAccount | readonly FieldFault[] {
  const name = parsePersonName(form.text("account_name"));
  const email = form.text("account_email").trim();
  const currency = parseCurrency(form.text("currency").trim().toUpperCase());
  const discount = parsePercent(form.text("discount").trim() || "0");
  const isWhole = name !== undefined && isMailbox(email) && email.length >= 3;
  if (isWhole && currency !== undefined && discount !== undefined) {
    return { name, email, currency, discount };
  }
  const faults: FieldFault[] = [];
  if (name === undefined) {
    faults.push({ field: "account_name", text: "Type a name on one line." });
  }
  if (!isMailbox(email)) {
    faults.push({ field: "account_email", text: "Type an address as ann@example.com." });
  }
  if (currency === undefined) {
    faults.push({ field: "currency", text: "Type a currency's code as USD." });
  }
  if (discount === undefined) {
    faults.push({ field: "discount", text: "Type a percentage as 7.5, from 0 to 100." });
  }
  return faults;
}
