// One request for a key: what is known of it, and the steps by which it is met or answered.
import { answerLength } from "../../accounts/answerKeyRequest.ts";
import { isRequestOpen } from "../../accounts/changeKeyRequest.ts";
import type { DeskRequest } from "../../accounts/keyDeskQueries.ts";
import { isStranded } from "../../accounts/requestState.ts";
import { writeTextArea, writeTextField } from "../../html/field.ts";
import {
  type FormState,
  freshForm,
  writeActions,
  writeButton,
  writeFaults,
  writeForm,
} from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { writeNotice } from "../../html/notice.ts";
import { writeQuestion } from "../../html/question.ts";
import type { SitePage } from "../../http/visit.ts";
import { writeKeyRequestFields } from "../../views/readKeyRequest.ts";
import type { ConsoleContext } from "../consoleContext.ts";
import type { Visit } from "../consoleServer.ts";
import { deskRoles, isAmong } from "../everyRole.ts";
import { findSuggestions, writeAccountStep } from "./writeAccountStep.ts";
import { writeKeyStep } from "./writeKeyStep.ts";
import { writeRequestFacts } from "./writeRequestFacts.ts";
import { stateOf } from "./writeRequestState.ts";

/** A form of the page that comes back, by what it does. */
export type RequestForm = "match" | "account" | "edit" | "ask" | "decline" | "key";

/** What the page says beside how things stand. */
export type RequestShown = {
  /** Above all else: what somebody else changed meanwhile, or why nothing was done. */
  readonly head?: Html;
  readonly form?: { readonly of: RequestForm; readonly state: FormState };
};

const doneSentences: Readonly<Record<string, string>> = {
  entered: "The request is entered.",
  matched: "The account is chosen.",
  opened: "The account is open.",
  edited: "What was typed is changed.",
  asked: "The question is on its way. The request waits until you have the answer.",
  declined: "The request is declined, and the reason is on its way.",
  reopened: "The request is open again.",
  issued: "The key is issued; the request says how its mail fares.",
};

function writeDone(done: string): Html | null {
  const sentence = Object.hasOwn(doneSentences, done) ? doneSentences[done] : undefined;
  return sentence === undefined ? null : writeNotice("good", sentence);
}

/** A form behind its button; one that comes back stands open, its faults above it. */
function writeBehind(title: string, state: FormState, form: Html): Html {
  if (state.faults.length === 0) return writeQuestion(`${title} …`, title, form);
  return html`<h2>${title}</h2>
${writeFaults(state)}${form}`;
}

function writeAnswer(
  request: DeskRequest,
  state: FormState,
  words: { readonly to: "ask" | "decline"; readonly title: string; readonly label: string },
): Html {
  const { requestId, version, email } = request;
  const { to, title, label } = words;
  const form = writeForm({
    action: `/console/key-requests/${requestId}/${to}`,
    hidden: { version: String(version) },
    label: title,
    body: html`${writeTextArea(state, {
      name: "text",
      label,
      hint: `It is mailed to ${email}.`,
      maxLength: answerLength,
    })}${writeActions(writeButton({ text: title }))}`,
  });
  return writeBehind(title, state, form);
}

function writeEditing(request: DeskRequest, state: FormState): Html {
  const form = writeForm({
    action: `/console/key-requests/${request.requestId}/edit`,
    hidden: { version: String(request.version) },
    label: "Change what was typed",
    body: html`${writeKeyRequestFields(state, false)}${writeTextField(state, {
      name: "name",
      label: "Name of the key",
      autocomplete: "off",
      maxLength: 100,
    })}${writeActions(writeButton({ text: "Store the change" }))}`,
  });
  return writeBehind("Change what was typed", state, form);
}

function writeOtherAnswers(request: DeskRequest, { form }: RequestShown): Html {
  const { company, person, email, purpose, keyName } = request;
  const typed = {
    ...{ company: company ?? "", person: person ?? "" },
    ...{ email, purpose: purpose ?? "", name: keyName },
  };
  const stateFor = (of: RequestForm, fresh: FormState): FormState => ({
    ...(form?.of === of ? form.state : fresh),
    prefix: of,
  });
  return html`<h2>Or</h2>
<div class="fields">
${[
  writeAnswer(request, stateFor("ask", freshForm()), {
    to: "ask",
    title: "Ask for more",
    label: "Question",
  }),
  writeAnswer(request, stateFor("decline", freshForm()), {
    to: "decline",
    title: "Decline",
    label: "Reason",
  }),
  writeEditing(request, stateFor("edit", freshForm(typed))),
]}</div>
`;
}

async function writeSteps(
  { db }: ConsoleContext,
  request: DeskRequest,
  shown: RequestShown,
): Promise<Html> {
  const suggestions = request.accountId === null ? await findSuggestions(db, request) : [];
  const { form } = shown;
  const forms = {
    matching: form?.of === "match" ? form.state : undefined,
    opening: form?.of === "account" ? form.state : undefined,
  };
  return html`${[
    writeAccountStep(request, suggestions, forms),
    writeKeyStep(request, form?.of === "key" ? form.state : undefined),
    writeOtherAnswers(request, shown),
  ]}`;
}

/** What can be done about a request that was answered. */
function writeReopening(request: DeskRequest): Html | null {
  const state = stateOf(request);
  const action = `/console/key-requests/${request.requestId}/reopen`;
  const hidden = { version: String(request.version) };
  if (state === "declined") {
    return writeForm({ action, hidden, body: writeButton({ text: "Open it again" }) });
  }
  if (!isStranded(state)) return null;
  const mail = html`<a href="/console/outbox/${request.mailId}">The mail</a>`;
  const why =
    state === "kept"
      ? html`<p>There is no mail server. ${mail} can be handed over by yourself, or the key be taken
back.</p>\n`
      : html`<p>${mail} did not arrive: ${request.mailError}. Mend the address, and issue another
key.</p>\n`;
  const text = "Revoke the key and open the request again";
  return html`${why}${writeForm({ action, hidden, body: writeButton({ text, kind: "danger" }) })}`;
}

function writeTyped({ purpose, pasted, told, decided }: DeskRequest): Content {
  const reason = decided === "declined" ? "Why it was declined" : "What was asked";
  return [
    purpose === null ? null : html`<h2>What it is for</h2>\n<p class="typed">${purpose}</p>\n`,
    told === null ? null : html`<h2>${reason}</h2>\n<p class="typed">${told}</p>\n`,
    pasted === null
      ? null
      : html`<details class="question"><summary class="button plain">The mail it came by</summary>
<pre tabindex="0" role="group" aria-label="The mail it came by">${pasted}</pre></details>\n`,
  ];
}

/** The page of a request. */
export async function showKeyRequest(
  context: ConsoleContext,
  { signedIn, query, now }: Visit,
  request: DeskRequest,
  shown: RequestShown = {},
): Promise<SitePage> {
  const mayChange = isAmong(deskRoles, signedIn.operator.role);
  const canAnswer = mayChange && isRequestOpen(request);
  const steps = canAnswer ? await writeSteps(context, request, shown) : null;
  const done = shown.head === undefined ? writeDone(query.text("done")) : shown.head;
  const { company, person, email } = request;
  return {
    title: company ?? email,
    sentence: person === null || person === "" ? email : `${person}, ${email}`,
    above: { href: "/console/key-requests", text: "Key requests" },
    body: html`${[
      done,
      writeTyped(request),
      steps,
      mayChange && !canAnswer ? writeReopening(request) : null,
    ]}`,
    side: writeRequestFacts(request, context.calendar, now),
  };
}
