import { renderKeyRequestFields } from "../../components/keyRequestForm.ts";
import { renderCard } from "../../html/card.ts";
import { renderEmailField, renderTextArea, renderTextField } from "../../html/field.ts";
import {
  type FormState,
  freshForm,
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
import { mayUse, operators } from "../../kit/access.ts";
import { type Answer, answerPage } from "../../site/visit.ts";
import { keyRequestAddress, mailAddress } from "../addresses.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { describeDelivery } from "../revealLink.ts";
import { findAccountChoices, renderAccountStep } from "./renderAccountStep.ts";
import { renderKeyStep } from "./renderKeyStep.ts";
import { renderRequestFacts, stateOf } from "./renderRequestFacts.ts";
import { texts } from "./texts.ts";

/** The forms of the page. */
export type RequestForm = "match" | "account" | "edit" | "ask" | "decline" | "key" | "correct";

export type RequestShown = {
  /** A conflict, or why nothing changed. */
  readonly head?: Html;
  readonly form?: { readonly of: RequestForm; readonly state: FormState };
  readonly status?: 409 | 422;
};

const messages: Messages<ConsoleContext> = {
  entered: () => renderNotice("good", "Request saved."),
  matched: () => renderNotice("good", "Account chosen."),
  opened: () => renderNotice("good", "Account created."),
  edited: () => renderNotice("good", "Changes saved."),
  "question-sent": (context) =>
    renderNotice(
      "good",
      "Question saved.",
      html`${describeDelivery(context)} Edit the request when you have the answer.`,
    ),
  declined: (context) => renderNotice("good", "Request declined.", describeDelivery(context)),
  corrected: (context) => renderNotice("good", "Address corrected.", describeDelivery(context)),
  reopened: () => renderNotice("good", "Request reopened."),
  issued: (context) => renderNotice("good", texts.mail.done, describeDelivery(context)),
};

/** A form behind a button; a refused form is open, with its faults above it. */
function renderFoldedForm(title: string, state: FormState, form: Html): Html {
  return renderQuestion(`${title} …`, title, html`${renderFaults(state)}${form}`, state);
}

function renderAnswer(
  request: OperatorKeyRequest,
  state: FormState,
  words: { readonly to: "ask" | "decline"; readonly title: string; readonly label: string },
): Html {
  const { requestId, version, email } = request;
  const { to, title, label } = words;
  const form = renderForm({
    action: keyRequestAddress(requestId, `/${to}`),
    hidden: { version: String(version) },
    label: title,
    body: renderTextArea(state, {
      name: "text",
      label,
      hint: `Sent to ${email}.`,
      maxLength: answerLength,
    }),
    button: { text: title },
  });
  return renderFoldedForm(title, state, form);
}

function renderEditForm(request: OperatorKeyRequest, state: FormState): Html {
  const form = renderForm({
    action: keyRequestAddress(request.requestId, "/edit"),
    hidden: { version: String(request.version) },
    label: texts.other.edit,
    body: html`${renderKeyRequestFields(state, false)}${renderTextField(state, {
      name: "name",
      label: texts.key.name,
      autocomplete: "off",
      maxLength: 100,
    })}`,
    button: { text: "Save changes" },
  });
  return renderFoldedForm(texts.other.edit, state, form);
}

function renderOtherAnswers(request: OperatorKeyRequest, { form }: RequestShown): Html {
  const { company, person, email, purpose, keyName } = request;
  const typed = {
    company: company ?? "",
    person: person ?? "",
    email,
    purpose: purpose ?? "",
    name: keyName,
  };
  const stateFor = (of: RequestForm, fresh: FormState): FormState => ({
    ...(form?.of === of ? form.state : fresh),
    prefix: of,
  });
  return renderCard({
    title: "Other actions",
    body: html`<div class="fields">
${[
  renderAnswer(request, stateFor("ask", freshForm()), {
    to: "ask",
    title: "Request information",
    label: texts.other.question,
  }),
  renderAnswer(request, stateFor("decline", freshForm()), {
    to: "decline",
    title: "Decline request",
    label: texts.other.reason,
  }),
  renderEditForm(request, stateFor("edit", freshForm(typed))),
]}</div>
`,
  });
}

async function renderSteps(
  { db }: ConsoleContext,
  request: OperatorKeyRequest,
  shown: RequestShown,
): Promise<Html> {
  const choices = await findAccountChoices(db, request);
  const { form } = shown;
  const forms = {
    matching: form?.of === "match" ? form.state : undefined,
    opening: form?.of === "account" ? form.state : undefined,
  };
  return html`${[
    renderAccountStep(request, choices, forms),
    renderKeyStep(request, form?.of === "key" ? form.state : undefined),
    renderOtherAnswers(request, shown),
  ]}`;
}

function renderCorrection({ requestId, version }: OperatorKeyRequest, state: FormState): Html {
  const title = "Correct address and send again";
  const form = renderForm({
    action: keyRequestAddress(requestId, "/correct"),
    hidden: { version: String(version) },
    label: title,
    body: renderEmailField(state, {
      autocomplete: "off",
      hint: "Anyone who reads this e-mail can use the key. Check the address with the customer.",
    }),
    button: { text: "Send to this address" },
  });
  return renderFoldedForm(title, state, form);
}

function renderReopening(request: OperatorKeyRequest, { form }: RequestShown): Html | null {
  const state = stateOf(request);
  const action = keyRequestAddress(request.requestId, "/reopen");
  const hidden = { version: String(request.version) };
  if (state === "declined") {
    return renderForm({ action, hidden, body: renderButton({ text: "Reopen request" }) });
  }
  if (!isOrphaned(state)) return null;
  const { mailId, mailError } = request;
  const mail = mailAddress(mailId ?? "");
  const why =
    state === "kept"
      ? html`No mail server is configured. Deliver <a
href="${mail}">the e-mail</a> manually, or revoke the key.`
      : html`Delivery of <a
href="${mail}">the e-mail</a> failed: ${mailError}. Correct the address, or revoke the key.`;
  const typed = form?.of === "correct" ? form.state : freshForm({ email: request.email });
  const correction = state === "kept" ? null : renderCorrection(request, typed);
  const body = renderButton({ text: "Revoke key and reopen request", kind: "danger" });
  return html`<p>${why}</p>\n${correction}${renderForm({ action, hidden, body })}`;
}

function renderTyped({ purpose, pasted, reply, decided }: OperatorKeyRequest): Content {
  const reason = decided === "declined" ? texts.other.reason : texts.other.question;
  const { original } = texts.request;
  return [
    purpose &&
      renderCard({ title: texts.request.purpose, body: html`<p class="typed">${purpose}</p>\n` }),
    reply && renderCard({ title: reason, body: html`<p class="typed">${reply}</p>\n` }),
    pasted === null
      ? null
      : html`<details class="question" id="original">
<summary class="button plain">${original}</summary>
<pre tabindex="0" role="group" aria-label="${original}">${pasted}</pre></details>\n`,
  ];
}

export async function showKeyRequest(
  context: ConsoleContext,
  { signedIn, query, now }: Visit,
  request: OperatorKeyRequest,
  shown: RequestShown = {},
): Promise<Answer> {
  const mayChange = mayUse(operators, signedIn);
  const canAnswer = mayChange && isRequestOpen(request);
  const steps = canAnswer ? await renderSteps(context, request, shown) : null;
  const head = shown.head ?? renderMessage(messages, query.text("done"), context);
  const { company, person, email } = request;
  const page = {
    title: company ?? email,
    sentence: person === null || person === "" ? email : texts.request.person(person, email),
    above: { href: "/console/key-requests", text: texts.list.title },
    body: html`${[
      head,
      request.decided === "needs information"
        ? renderNotice(
            "neutral",
            "Waiting for the customer's answer.",
            "When it arrives, edit the details to return the request to “To answer”, or issue the " +
              "key.",
          )
        : null,
      renderTyped(request),
      steps,
      mayChange && !canAnswer ? renderReopening(request, shown) : null,
    ]}`,
    side: renderRequestFacts(request, context.calendar, now),
  };
  return answerPage(page, shown.status);
}
