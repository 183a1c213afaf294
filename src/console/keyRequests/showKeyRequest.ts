// One request for a key: what is known of it, and the steps by which it is met or answered.

import { renderKeyRequestFields } from "../../components/keyRequestForm.ts";
import { renderTextArea, renderTextField } from "../../html/field.ts";
import {
  type FormState,
  freshForm,
  renderActions,
  renderButton,
  renderFaults,
  renderForm,
} from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { type Messages, renderMessage, renderNotice } from "../../html/notice.ts";
import { renderQuestion } from "../../html/question.ts";
import { answerLength } from "../../keyRequests/answerKeyRequest.ts";
import { isRequestOpen } from "../../keyRequests/changeKeyRequest.ts";
import type { OperatorKeyRequest } from "../../keyRequests/operatorKeyRequestQueries.ts";
import { isOrphaned } from "../../keyRequests/requestState.ts";
import { type Answer, answerPage } from "../../site/visit.ts";
import { mayUse, operators } from "../access.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { findSuggestions, renderAccountStep } from "./renderAccountStep.ts";
import { renderKeyStep } from "./renderKeyStep.ts";
import { renderRequestFacts } from "./renderRequestFacts.ts";
import { stateOf } from "./renderRequestState.ts";

/** A form of the page that comes back, by what it does. */
export type RequestForm = "match" | "account" | "edit" | "ask" | "decline" | "key";

/** What the page says beside how things stand. */
export type RequestShown = {
  /** Above all else: what somebody else changed meanwhile, or why nothing was done. */
  readonly head?: Html;
  readonly form?: { readonly of: RequestForm; readonly state: FormState };
  readonly status?: 409 | 422;
};

const messages: Messages = {
  entered: () => renderNotice("good", "The request is entered."),
  matched: () => renderNotice("good", "The account is chosen."),
  opened: () => renderNotice("good", "The account is open."),
  edited: () => renderNotice("good", "What was typed is changed."),
  asked: () =>
    renderNotice(
      "good",
      "The question is on its way. The request waits until you have the answer.",
    ),
  declined: () => renderNotice("good", "The request is declined, and the reason is on its way."),
  reopened: () => renderNotice("good", "The request is open again."),
  issued: () => renderNotice("good", "The key is issued; the request says how its mail fares."),
};

/** A form behind its button; one that comes back stands open, its faults above it. */
function renderBehind(title: string, state: FormState, form: Html): Html {
  if (state.faults.length === 0) return renderQuestion(`${title} …`, title, form);
  return html`<h2>${title}</h2>
${renderFaults(state)}${form}`;
}

function renderAnswer(
  request: OperatorKeyRequest,
  state: FormState,
  words: { readonly to: "ask" | "decline"; readonly title: string; readonly label: string },
): Html {
  const { requestId, version, email } = request;
  const { to, title, label } = words;
  const form = renderForm({
    action: `/console/key-requests/${requestId}/${to}`,
    hidden: { version: String(version) },
    label: title,
    body: html`${renderTextArea(state, {
      name: "text",
      label,
      hint: `It is mailed to ${email}.`,
      maxLength: answerLength,
    })}${renderActions(renderButton({ text: title }))}`,
  });
  return renderBehind(title, state, form);
}

function renderEditing(request: OperatorKeyRequest, state: FormState): Html {
  const form = renderForm({
    action: `/console/key-requests/${request.requestId}/edit`,
    hidden: { version: String(request.version) },
    label: "Change what was typed",
    body: html`${renderKeyRequestFields(state, false)}${renderTextField(state, {
      name: "name",
      label: "Name of the key",
      autocomplete: "off",
      maxLength: 100,
    })}${renderActions(renderButton({ text: "Store the change" }))}`,
  });
  return renderBehind("Change what was typed", state, form);
}

function renderOtherAnswers(request: OperatorKeyRequest, { form }: RequestShown): Html {
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
  renderAnswer(request, stateFor("ask", freshForm()), {
    to: "ask",
    title: "Ask for more",
    label: "Question",
  }),
  renderAnswer(request, stateFor("decline", freshForm()), {
    to: "decline",
    title: "Decline",
    label: "Reason",
  }),
  renderEditing(request, stateFor("edit", freshForm(typed))),
]}</div>
`;
}

async function renderSteps(
  { db }: ConsoleContext,
  request: OperatorKeyRequest,
  shown: RequestShown,
): Promise<Html> {
  const suggestions = request.accountId === null ? await findSuggestions(db, request) : [];
  const { form } = shown;
  const forms = {
    matching: form?.of === "match" ? form.state : undefined,
    opening: form?.of === "account" ? form.state : undefined,
  };
  return html`${[
    renderAccountStep(request, suggestions, forms),
    renderKeyStep(request, form?.of === "key" ? form.state : undefined),
    renderOtherAnswers(request, shown),
  ]}`;
}

/** What can be done about a request that was answered. */
function renderReopening(request: OperatorKeyRequest): Html | null {
  const state = stateOf(request);
  const action = `/console/key-requests/${request.requestId}/reopen`;
  const hidden = { version: String(request.version) };
  if (state === "declined") {
    return renderForm({ action, hidden, body: renderButton({ text: "Open it again" }) });
  }
  if (!isOrphaned(state)) return null;
  const mail = html`<a href="/console/outbox/${request.mailId}">The mail</a>`;
  const why =
    state === "kept"
      ? html`<p>There is no mail server. ${mail} can be handed over by yourself, or the key be taken
back.</p>\n`
      : html`<p>${mail} did not arrive: ${request.mailError}. Mend the address, and issue another
key.</p>\n`;
  const text = "Revoke the key and open the request again";
  const body = renderButton({ text, kind: "danger" });
  return html`${why}${renderForm({ action, hidden, body })}`;
}

function renderTyped({ purpose, pasted, reply, decided }: OperatorKeyRequest): Content {
  const reason = decided === "declined" ? "Why it was declined" : "What was asked";
  return [
    purpose === null ? null : html`<h2>What it is for</h2>\n<p class="typed">${purpose}</p>\n`,
    reply === null ? null : html`<h2>${reason}</h2>\n<p class="typed">${reply}</p>\n`,
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
  request: OperatorKeyRequest,
  shown: RequestShown = {},
): Promise<Answer> {
  const mayChange = mayUse(operators, signedIn);
  const canAnswer = mayChange && isRequestOpen(request);
  const steps = canAnswer ? await renderSteps(context, request, shown) : null;
  const head = shown.head ?? renderMessage(messages, query.text("done"), null);
  const { company, person, email } = request;
  const page = {
    title: company ?? email,
    sentence: person === null || person === "" ? email : `${person}, ${email}`,
    above: { href: "/console/key-requests", text: "Key requests" },
    body: html`${[
      head,
      renderTyped(request),
      steps,
      mayChange && !canAnswer ? renderReopening(request) : null,
    ]}`,
    side: renderRequestFacts(request, context.calendar, now),
  };
  return answerPage(page, shown.status);
}
