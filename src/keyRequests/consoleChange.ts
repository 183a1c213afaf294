// What operators do with a key request: enter, match, answer it, and issue its key.
import { resolveAccount } from "../accounts/foundAccountQueries.ts";
import { operatorActor } from "../audit/actor.ts";
import { readCurrency } from "../catalog/sharedCurrency.ts";
import { keyRequestAddress } from "../home/consoleAddresses.ts";
import type { ConsoleContext, Handler, Visit } from "../home/consoleContext.ts";
import { describeUnresolved } from "../home/consolePickers.ts";
import {
  expiryFault,
  keyMailParts,
  keyNameFault,
  readExpiry,
  readKeyName,
  revealIssuedKey,
} from "../keys/consoleIssue.ts";
import { parseMoment, utcDay } from "../kit/day.ts";
import { renderDefinitions } from "../kit/html/definitions.ts";
import { renderTextArea, renderTextField } from "../kit/html/field.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  renderFaults,
  renderForm,
} from "../kit/html/form.ts";
import { type Html, html } from "../kit/html/html.ts";
import { renderMoment } from "../kit/html/moment.ts";
import { renderNotice } from "../kit/html/notice.ts";
import { parsePercent } from "../kit/money.ts";
import { type Fields, readFormVersion } from "../kit/site/fields.ts";
import { type Answer, answerPage, notFound, redirect, type SitePage } from "../kit/site/visit.ts";
import { hasCompleteDomain, parseEmail, parseTypedEmail } from "../mail/emailAddress.ts";
import { isMailbox } from "../mail/queueMail.ts";
import { parsePersonName } from "../people/personName.ts";
import { answerKeyRequest, answerLength, reopenKeyRequest } from "./answerKeyRequest.ts";
import {
  editKeyRequest,
  isRequestOpen,
  type KeyRequestChangeOutcome,
  matchKeyRequest,
  type SeenRequest,
  type TypedRequest,
} from "./changeKeyRequest.ts";
import { type RequestForm, recipientsOf, showKeyRequest } from "./console.ts";
import { hostOf, isFreeMailHost } from "./freeMailHosts.ts";
import {
  deliveries,
  isMatched,
  issueRequestedKey,
  type KeyTerms,
  type PreviewedMail,
  previewKeyMail,
} from "./issueRequestedKey.ts";
import { openRequestedAccount, type TypedAccount } from "./openRequestedAccount.ts";
import { type OperatorKeyRequest, selectAccountsOfHost } from "./operatorKeyRequestQueries.ts";
import { readdressAnswer } from "./readdressAnswer.ts";
import { enterKeyRequest } from "./receiveKeyRequest.ts";
import { readKeyRequest, renderKeyRequestFields } from "./sharedForm.ts";

// Reads the forms of a key request.

function readTypedRequest(form: Fields): TypedRequest | readonly FieldFault[] {
  const typed = readKeyRequest(form);
  const keyName = readKeyName(form);
  if ("email" in typed && keyName !== undefined) return { ...typed, keyName };
  const faults = "email" in typed ? [] : typed;
  return keyName === undefined ? [...faults, keyNameFault] : faults;
}

/** `recipients`: who may receive the e-mail. */
function readTerms(
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
  if (to === undefined) faults.push({ field: "to", text: "Choose one of the addresses." });
  if (delivery === undefined) faults.push({ field: "delivery", text: "Choose a delivery method." });
  return faults;
}

function readAccount(form: Fields): TypedAccount | readonly FieldFault[] {
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

/** Someone changed a request while a form was open. What was typed is kept. */
function renderChanged({ changedAt, changedBy }: OperatorKeyRequest): Html {
  if (changedAt === null) {
    return renderNotice("short", "Nothing changed.", "The request is no longer open for this.");
  }
  const by = changedBy ?? "A command on the server";
  const at = renderMoment(changedAt);
  return renderNotice(
    "short",
    "Nothing changed: the request is not as you saw it.",
    html`${by} changed it on ${at}. This is its current state.`,
  );
}

/** What a change answers with: `done` names it in the address. */
type Change = {
  readonly done: string;
  /** The form to show again if the request was changed. */
  readonly form?: RequestForm;
};

function toSeen(visit: Visit, { requestId }: OperatorKeyRequest): SeenRequest {
  return { requestId, version: readFormVersion(visit.form), actor: operatorActor(visit) };
}

/** The page with a form whose fields are wrong. */
function refuse(
  context: ConsoleContext,
  visit: Visit,
  request: OperatorKeyRequest,
  of: RequestForm,
  faults: readonly FieldFault[],
): Promise<Answer> {
  const form = { of, state: { value: visit.form.text, faults } };
  return showKeyRequest(context, visit, request, { form, status: 422 });
}

async function answerChange(
  context: ConsoleContext,
  visit: Visit,
  outcome: KeyRequestChangeOutcome,
  { done, form: of }: Change,
): Promise<Answer> {
  if (outcome.outcome === "unknown") return notFound;
  if (outcome.outcome === "changed") {
    return redirect(`/console/key-requests/${visit.param("request")}?done=${done}`);
  }
  const { request } = outcome;
  const head = renderChanged(request);
  const form = of && { of, state: { value: visit.form.text, faults: [] } };
  return showKeyRequest(context, visit, request, { head, ...(form && { form }), status: 409 });
}

export const matchAccount: Handler<OperatorKeyRequest> = async (context, visit, request) => {
  const { db } = context;
  const typed = visit.form.text("account").trim();
  const resolved = await resolveAccount(db, typed);
  if (resolved.outcome !== "found") {
    const text = describeUnresolved(resolved, typed);
    return refuse(context, visit, request, "match", [{ field: "account", text }]);
  }
  const { account } = resolved;
  const seen = toSeen(visit, request);
  const outcome = await matchKeyRequest(db, seen, account.accountId, visit.now);
  return answerChange(context, visit, outcome, { done: "matched" });
};

/** Opens an account and matches the request with it. */
export const openMatchingAccount: Handler<OperatorKeyRequest> = async (context, visit, request) => {
  const typed = readAccount(visit.form);
  if (!("currency" in typed)) return refuse(context, visit, request, "account", typed);
  const seen = toSeen(visit, request);
  const outcome = await openRequestedAccount(context.db, seen, typed, visit.now);
  if (outcome.outcome === "name taken") {
    const text = `The account ${typed.name} already exists. Choose it, or enter another name.`;
    return refuse(context, visit, request, "account", [{ field: "account_name", text }]);
  }
  return answerChange(context, visit, outcome, { done: "opened" });
};

export const editRequest: Handler<OperatorKeyRequest> = async (context, visit, request) => {
  const typed = readTypedRequest(visit.form);
  if (!("email" in typed)) return refuse(context, visit, request, "edit", typed);
  const outcome = await editKeyRequest(context.db, toSeen(visit, request), typed, visit.now);
  return answerChange(context, visit, outcome, { done: "edited", form: "edit" });
};

async function sendAnswer(
  context: ConsoleContext,
  visit: Visit,
  request: OperatorKeyRequest,
  { form, kind, ...change }: Change & { form: "ask" | "decline"; kind: "question" | "refusal" },
): Promise<Answer> {
  const text = visit.form.text("text").trim().toWellFormed();
  if (text === "" || [...text].length > answerLength) {
    const fault = `Enter 1 to ${answerLength} characters.`;
    return refuse(context, visit, request, form, [{ field: "text", text: fault }]);
  }
  const seen = toSeen(visit, request);
  const outcome = await answerKeyRequest(context, seen, { kind, text }, visit.now);
  return answerChange(context, visit, outcome, change);
}

export const askQuestion: Handler<OperatorKeyRequest> = (context, visit, request) =>
  sendAnswer(context, visit, request, { form: "ask", kind: "question", done: "question-sent" });

export const declineRequest: Handler<OperatorKeyRequest> = (context, visit, request) =>
  sendAnswer(context, visit, request, { form: "decline", kind: "refusal", done: "declined" });

/** Sends the e-mail of a key that did not arrive to another address. */
export const correctAddress: Handler<OperatorKeyRequest> = async (context, visit, request) => {
  const to = parseTypedEmail(visit.form.text("email"));
  if (to === undefined) {
    const text = "Enter a complete e-mail address.";
    return refuse(context, visit, request, "correct", [{ field: "email", text }]);
  }
  const outcome = await readdressAnswer(context, toSeen(visit, request), to, visit.now);
  return answerChange(context, visit, outcome, { done: "corrected", form: "correct" });
};

export const reopenRequest: Handler<OperatorKeyRequest> = async (context, visit, request) => {
  const outcome = await reopenKeyRequest(context.db, toSeen(visit, request), visit.now);
  return answerChange(context, visit, outcome, { done: "reopened" });
};

// Entering a key request that came by e-mail, with the e-mail as it came.

const root = "/console/key-requests";
const maxMailLength = 50_000;
/** The largest form that has a pasted mail. */
export const maxPastedBytes = 512 * 1024;
/** An older time is probably a slip. */
const maxAgeMs = 60 * 86_400_000;

/** 2026-11-21 14:02, in UTC. */
function toField(moment: Date): string {
  return moment.toISOString().slice(0, 16).replace("T", " ");
}

/** Undefined for an invalid moment, one in the future or one too old. */
function readMoment(text: string, now: Date): Date | undefined {
  const moment = parseMoment(`${text.trim()}Z`);
  const ageMs = now.getTime() - (moment?.getTime() ?? Number.NaN);
  return ageMs >= 0 && ageMs <= maxAgeMs ? moment : undefined;
}

function renderEnterPage(state: FormState): SitePage {
  const body = html`${[
    renderFaults(state),
    renderKeyRequestFields(state, false),
    renderTextField(state, {
      name: "received",
      label: "Received (UTC)",
      hint: "Such as 2026-11-21 14:02. The request is due one business day later.",
      maxLength: 16,
      code: true,
    }),
    renderTextArea(state, {
      name: "pasted",
      label: "Text of the e-mail",
      optional: true,
      rows: 8,
      maxLength: maxMailLength,
    }),
  ]}`;
  const button = { text: "Save request", kind: "primary" } as const;
  return {
    title: "New key request",
    sentence: "For a request that came by e-mail.",
    above: { href: root, text: "Key requests" },
    body: renderForm({ action: root, label: "Request", body, button }),
  };
}

function readPasted(form: Fields): string | null {
  const pasted = [...form.text("pasted").toWellFormed()].slice(0, maxMailLength).join("");
  return pasted.trim() === "" ? null : pasted;
}

export const showEnterForm: Handler = async (_context, { now }) => {
  return answerPage(renderEnterPage(freshForm({ received: toField(now) })));
};

export const enterRequest: Handler = async (context, visit) => {
  const { form, now } = visit;
  const typed = readKeyRequest(form);
  const receivedAt = readMoment(form.text("received"), now);
  if (!("email" in typed) || receivedAt === undefined) {
    const text = "Enter a time in the last 60 days, such as 2026-11-21 14:02.";
    const faults: readonly FieldFault[] = [
      ...("email" in typed ? [] : typed),
      ...(receivedAt === undefined ? [{ field: "received", text }] : []),
    ];
    return answerPage(renderEnterPage({ value: form.text, faults }), 422);
  }
  const pasted = readPasted(form);
  const entered = { ...typed, receivedAt, pasted };
  const requestId = await enterKeyRequest(context, entered, operatorActor(visit), now);
  return redirect(`${root}/${requestId}?done=entered`);
};

// Issuing the key of a request, after a preview of the e-mail with the key masked.

/** Warns if nobody of the account has an address at this host. */
async function renderStrangerWarning(
  { db }: ConsoleContext,
  { accountId, accountName }: OperatorKeyRequest,
  to: string,
): Promise<Html | null> {
  const host = hostOf(to);
  const known = await selectAccountsOfHost(db, host);
  const ofAccount = known.filter((one) => one.accountId === accountId);
  const isKnown = isFreeMailHost(host)
    ? ofAccount.some(({ email }) => email === to)
    : ofAccount.length > 0;
  if (isKnown) return null;
  return renderNotice(
    "short",
    `${accountName} has no known address at ${host}.`,
    "Verify the person through another channel before you issue the key.",
  );
}

type Issuing = { readonly request: OperatorKeyRequest; readonly terms: KeyTerms };

function renderIssuing(
  { people }: ConsoleContext,
  { request, terms }: Issuing,
  seen: string,
): Html {
  const { requestId, version } = request;
  const text = people.sendsMail ? `Issue key and send to ${terms.to}` : "Issue and show key";
  return renderForm({
    action: keyRequestAddress(requestId, "/issue"),
    hidden: {
      version: String(version),
      seen,
      name: terms.name,
      to: terms.to,
      delivery: terms.delivery,
      expires: terms.expiresAt ? utcDay(terms.expiresAt) : "",
    },
    button: { text, kind: "primary" },
    beside: html`<a href="${keyRequestAddress(requestId)}">Back to request</a>`,
  });
}

async function renderMailPage(
  context: ConsoleContext,
  issuing: Issuing,
  mail: PreviewedMail,
  head: Html | null,
): Promise<SitePage> {
  const { request, terms } = issuing;
  const what = terms.delivery === "mail" ? "The key is" : "Key and link are";
  const seen = context.people.sendsMail
    ? "Only the recipient sees it."
    : "No mail server is configured: you see it once, and deliver it.";
  const warning = await renderStrangerWarning(context, request, terms.to);
  return {
    title: "E-mail with the key",
    sentence: `${what} created when you issue the key. ${seen}`,
    above: {
      href: keyRequestAddress(request.requestId),
      text: request.company ?? "Request",
    },
    body: html`${[head, warning]}${renderDefinitions([
      { term: "To", value: mail.to },
      { term: "Subject", value: mail.subject },
      { term: "Account", value: request.accountName },
    ])}<figure class="code">
<pre tabindex="0" role="group" aria-label="Text of the e-mail">${mail.text}</pre>
</figure>
${renderIssuing(context, issuing, mail.seen)}`,
  };
}

/** Previews the e-mail; the page of the request shows faults. */
async function preview(
  context: ConsoleContext,
  visit: Visit,
  request: OperatorKeyRequest,
  form: Fields,
  head: Html | null,
): Promise<Answer> {
  if (!isRequestOpen(request) || !isMatched(request) || request.suspendedAt !== null) {
    return showKeyRequest(context, visit, request, { head: renderChanged(request), status: 409 });
  }
  const terms = readTerms(form, recipientsOf(request), visit.now);
  if (!("delivery" in terms)) {
    const state = { value: form.text, faults: terms };
    return showKeyRequest(context, visit, request, { form: { of: "key", state }, status: 422 });
  }
  const mail = previewKeyMail(request, terms, keyMailParts(context, visit.now));
  const page = await renderMailPage(context, { request, terms }, mail, head);
  return { kind: "page", page, ...(head === null ? {} : { status: 409 }) };
}

export const issueAndSend: Handler<OperatorKeyRequest> = async (context, visit, request) => {
  const { form, now } = visit;
  const terms = readTerms(form, recipientsOf(request), now);
  if (!("delivery" in terms)) return preview(context, visit, request, form, null);
  const site = keyMailParts(context, now);
  const { requestId } = request;
  const wanted = {
    requestId,
    version: readFormVersion(form),
    actor: operatorActor(visit),
    terms,
    site,
  };
  const outcome = await issueRequestedKey(context, { ...wanted, seen: form.text("seen") }, now);
  if (outcome.outcome === "unknown") return notFound;
  if (outcome.outcome === "issued") {
    if (!context.people.sendsMail && isMatched(request)) {
      const { accountId, accountName } = request;
      const above = {
        href: keyRequestAddress(requestId),
        text: request.company ?? "Request",
      };
      const { mailId } = outcome;
      const person = terms.to === parseEmail(request.email) ? request.person : null;
      return revealIssuedKey(context, visit, { accountId, accountName, mailId, above, person });
    }
    return redirect(keyRequestAddress(requestId, "?done=issued"));
  }
  const head = renderNotice(
    "short",
    "Key not issued: the e-mail has changed.",
    "Check the e-mail and send it again.",
  );
  return preview(context, visit, outcome.request, form, head);
};

export const showKeyMail: Handler<OperatorKeyRequest> = (context, visit, request) =>
  preview(context, visit, request, visit.query, null);
