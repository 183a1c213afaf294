// Keys and key requests of the history, and the people who are invited.
import type { AccountId, KeyId } from "../../accounts/account.ts";
import { answerKeyRequest } from "../../keyRequests/answerKeyRequest.ts";
import { matchKeyRequest } from "../../keyRequests/changeKeyRequest.ts";
import {
  isMatched,
  issueRequestedKey,
  type KeyTerms,
  previewKeyMail,
} from "../../keyRequests/issueRequestedKey.ts";
import type { KeyRequestId, NewKeyRequest } from "../../keyRequests/keyRequestQueries.ts";
import { openRequestedAccount } from "../../keyRequests/openRequestedAccount.ts";
import {
  type OperatorKeyRequest,
  selectOperatorKeyRequest,
} from "../../keyRequests/operatorKeyRequestQueries.ts";
import { enterKeyRequest } from "../../keyRequests/receiveKeyRequest.ts";
import { requestKey, submitKeyRequest } from "../../keyRequests/requestKey.ts";
import { issueKey } from "../../keys/issueKey.ts";
import { notifyKeyChange } from "../../keys/notifyKeyChange.ts";
import { revokeKey } from "../../keys/revokeKey.ts";
import { apiPrefixes } from "../../kit/contract/limits.ts";
import type { Currency } from "../../kit/money.ts";
import { type EmailAddress, parseEmail } from "../../mail/emailAddress.ts";
import { invitePerson } from "../../people/invitePerson.ts";
import type { SignedIn } from "../../signIn/signedIn.ts";
import { demoShowcase } from "../demoShowcase.ts";
import type { History } from "./history.ts";

export function toEmail(text: string): EmailAddress {
  const email = parseEmail(text);
  if (email === undefined) throw new Error(`${text} is no e-mail address.`);
  return email;
}

/** A request from the public form. */
export function submitForm(
  { context }: History,
  form: Readonly<Record<"company" | "person" | "email" | "purpose", string>>,
  now: Date,
): Promise<KeyRequestId> {
  const of = { accountId: null, userId: null, pasted: null, keyName: "default" } as const;
  const request: Omit<NewKeyRequest, "requestId" | "createdAt" | "dueAt"> = {
    ...form,
    ...of,
    email: toEmail(form.email),
    source: "form",
  };
  return submitKeyRequest(context, request, { name: form.person, accountName: form.company }, now);
}

export async function requestForAccount(
  { context }: History,
  signedIn: SignedIn,
  wish: { readonly keyName: string; readonly purpose: string },
  now: Date,
): Promise<KeyRequestId> {
  const requested = await requestKey(context, signedIn, wish, now);
  if (requested.outcome !== "requested") throw new Error("Too many key requests.");
  return requested.requestId;
}

export function enterFromMail(
  { context, actorAt }: History,
  mail: { readonly company: string; readonly person: string; readonly email: string },
  pasted: string,
  now: Date,
): Promise<KeyRequestId> {
  const entered = { ...mail, email: toEmail(mail.email), purpose: null, receivedAt: now, pasted };
  return enterKeyRequest(context, entered, actorAt(now), now);
}

async function find({ context }: History, requestId: KeyRequestId): Promise<OperatorKeyRequest> {
  const request = await selectOperatorKeyRequest(context.db, requestId);
  if (request === undefined) throw new Error("The key request is missing.");
  return request;
}

async function see(history: History, requestId: KeyRequestId, now: Date) {
  const { version } = await find(history, requestId);
  return { requestId, version, actor: history.actorAt(now) };
}

/** Opens the account of a request, and returns its id. */
export async function openAccountFor(
  history: History,
  requestId: KeyRequestId,
  name: string,
  email: string,
  now: Date,
): Promise<AccountId> {
  const typed = { name, email: toEmail(email), currency: "USD" as Currency, discount: 300 };
  const seen = await see(history, requestId, now);
  await openRequestedAccount(history.context.db, seen, typed, now);
  const { accountId } = await find(history, requestId);
  if (accountId === null) throw new Error(`The account ${name} was not opened.`);
  return accountId;
}

export async function match(
  history: History,
  requestId: KeyRequestId,
  accountId: AccountId,
  now: Date,
): Promise<void> {
  const seen = await see(history, requestId, now);
  await matchKeyRequest(history.context.db, seen, accountId, now);
}

export async function answer(
  history: History,
  requestId: KeyRequestId,
  text: { readonly kind: "question" | "refusal"; readonly text: string },
  now: Date,
): Promise<void> {
  await answerKeyRequest(history.context, await see(history, requestId, now), text, now);
}

/** Issues the requested key; returns its id. */
export async function issueFor(
  history: History,
  requestId: KeyRequestId,
  wish: Pick<KeyTerms, "name" | "expiresAt">,
  now: Date,
): Promise<KeyId> {
  const { context } = history;
  const request = await find(history, requestId);
  if (!isMatched(request)) throw new Error("The key request has no account.");
  const terms: KeyTerms = { ...wish, to: toEmail(request.email), delivery: "link" };
  const { publicUrl, supportEmail } = context;
  const partNumber = demoShowcase.inStock;
  const site = { publicUrl, supportEmail, prefix: apiPrefixes[0], partNumber };
  const { seen } = previewKeyMail(request, terms, site);
  await issueRequestedKey(
    context,
    { ...(await see(history, requestId, now)), terms, site, seen },
    now,
  );
  const { keyId } = await find(history, requestId);
  if (keyId === null) throw new Error("No key was issued.");
  await notifyKeyChange(context, { keyId, what: { change: "issued" } }, now);
  return keyId;
}

/** Issues a key without a request. */
export async function issueDirectly(
  { context, actorAt }: History,
  accountId: AccountId,
  name: string,
  now: Date,
): Promise<KeyId> {
  const { keyId } = await context.db.transaction((tx) =>
    issueKey(tx, { accountId, name, expiresAt: null, now, actor: actorAt(now) }),
  );
  await notifyKeyChange(context, { keyId, what: { change: "issued" } }, now);
  return keyId;
}

export async function revoke(
  { context, actorAt }: History,
  accountId: AccountId,
  keyId: KeyId,
  now: Date,
): Promise<void> {
  await revokeKey(context.db, { keyId, accountId }, now, actorAt(now));
  await notifyKeyChange(context, { keyId, what: { change: "revoked" } }, now);
}

/** Invites a buyer of an account, or an operator if `account` is null. */
export async function invite(
  { context, actorAt }: History,
  account: SignedIn["account"] | null,
  person: { readonly name: string; readonly email: string },
  now: Date,
): Promise<void> {
  const invited = { ...person, email: toEmail(person.email), actor: actorAt(now) };
  const to =
    account === null
      ? ({ account, role: "operator" } as const)
      : ({ account, role: "buyer" } as const);
  await invitePerson(context, { ...invited, ...to }, now);
}
