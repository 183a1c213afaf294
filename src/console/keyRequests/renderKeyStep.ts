// The second step of meeting a request: the key's terms. It leads to the mail as it will be.

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

/** To whom the mail may go: who asked, and the account's own address. */
export function recipientsOf({
  source,
  email,
  accountEmail,
}: OperatorKeyRequest): readonly string[] {
  const own = parseEmail(accountEmail ?? "");
  const asked = parseEmail(email);
  // What an admin asks for on the account's page comes to the account, as that page says.
  const wanted = source === "account" ? [own, asked] : [asked, own];
  return [...new Set(wanted.filter((address) => address !== undefined))];
}

function renderTerms(request: OperatorKeyRequest, state: FormState): Html {
  return html`${[
    renderTextField(state, {
      name: "name",
      label: "Name of the key",
      autocomplete: "off",
      maxLength: keyNameLength,
    }),
    renderSelect(state, {
      name: "to",
      label: "Goes to",
      options: recipientsOf(request).map((value) => ({ value, text: value })),
    }),
    renderSelect(state, {
      name: "delivery",
      label: "How",
      options: [
        { value: "mail", text: "the key in the mail" },
        { value: "link", text: "a link that shows the key once" },
      ],
    }),
    renderTextField(state, {
      name: "expires",
      label: "Last day it is good",
      optional: true,
      type: "date",
    }),
  ]}`;
}

/** The step; nothing can be issued before the request has its account. */
export function renderKeyStep(request: OperatorKeyRequest, typed: FormState | undefined): Html {
  const title = html`<h2>2. The key</h2>\n`;
  if (request.accountId === null) {
    return html`${title}<p class="quiet">First say whose it is.</p>\n`;
  }
  if (request.suspendedAt !== null) {
    const why = "Its keys would be refused. Resume the account first.";
    return html`${title}${renderNotice("fault", "The account is suspended.", why)}`;
  }
  const [to = ""] = recipientsOf(request);
  const fresh = freshForm({ name: request.keyName, to, delivery: "mail" });
  const state = { ...(typed ?? fresh), prefix: "key" };
  return html`${title}${renderFaults(state)}<form class="form"
 action="/console/key-requests/${request.requestId}/issue" aria-label="The key">
<input type="hidden" name="version" value="${request.version}">
${renderTerms(request, state)}${renderActions(
  renderButton({ text: "Show the mail", kind: "primary" }),
)}</form>
`;
}
