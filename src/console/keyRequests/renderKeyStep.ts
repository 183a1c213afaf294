// Step 2 of a key request: the key. It leads to a preview of the e-mail.
import { renderCard } from "../../html/card.ts";
import { renderSelect, renderTextField } from "../../html/field.ts";
import {
  type FormState,
  freshForm,
  renderActions,
  renderButton,
  renderFaults,
} from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import type { OperatorKeyRequest } from "../../keyRequests/operatorKeyRequestQueries.ts";
import { keyNameLength } from "../../keyRequests/requestKey.ts";
import { parseEmail } from "../../mail/emailAddress.ts";
import { texts } from "./texts.ts";

/** The requester, and as an alternative the account's own address. */
export function recipientsOf({ email, accountEmail }: OperatorKeyRequest): readonly string[] {
  const wanted = [email, accountEmail ?? ""].map(parseEmail);
  return [...new Set(wanted.filter((address) => address !== undefined))];
}

function renderTerms(request: OperatorKeyRequest, state: FormState): Html {
  return html`${[
    renderTextField(state, {
      name: "name",
      label: texts.key.name,
      autocomplete: "off",
      maxLength: keyNameLength,
    }),
    renderSelect(state, {
      name: "to",
      label: texts.key.recipient,
      options: recipientsOf(request).map((value) => ({ value, text: value })),
    }),
    renderSelect(state, {
      name: "delivery",
      label: texts.key.delivery,
      options: [
        { value: "mail", text: texts.key.byMail },
        { value: "link", text: texts.key.byLink },
      ],
    }),
    renderTextField(state, {
      name: "expires",
      label: texts.key.lastDay,
      optional: true,
      type: "date",
    }),
  ]}`;
}

export function renderKeyStep(request: OperatorKeyRequest, typed: FormState | undefined): Html {
  const title = texts.key.title;
  if (request.accountId === null) {
    return renderCard({ title, body: html`<p class="quiet">${texts.key.accountFirst}</p>\n` });
  }
  if (request.suspendedAt !== null) {
    const { suspended, suspendedHint } = texts.key;
    return renderCard({ title, body: renderNotice("fault", suspended, suspendedHint) });
  }
  const [to = ""] = recipientsOf(request);
  const fresh = freshForm({ name: request.keyName, to, delivery: "mail" });
  const state = { ...(typed ?? fresh), prefix: "key" };
  const body = html`${renderFaults(state)}<form class="form"
 action="/console/key-requests/${request.requestId}/issue" aria-label="${texts.key.form}">
<input type="hidden" name="version" value="${request.version}">
${renderTerms(request, state)}${renderActions(
  renderButton({ text: texts.key.preview, kind: "primary" }),
)}</form>
`;
  return renderCard({ title, body });
}
