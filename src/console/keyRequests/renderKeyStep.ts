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

/** The requester and the account's own address. */
export function recipientsOf({
  source,
  email,
  accountEmail,
}: OperatorKeyRequest): readonly string[] {
  const own = parseEmail(accountEmail ?? "");
  const requester = parseEmail(email);
  // The account's page says that keys requested there go to the account.
  const wanted = source === "account" ? [own, requester] : [requester, own];
  return [...new Set(wanted.filter((address) => address !== undefined))];
}

function renderTerms(request: OperatorKeyRequest, state: FormState): Html {
  return html`${[
    renderTextField(state, {
      name: "name",
      label: "Key name",
      autocomplete: "off",
      maxLength: keyNameLength,
    }),
    renderSelect(state, {
      name: "to",
      label: "Recipient",
      options: recipientsOf(request).map((value) => ({ value, text: value })),
    }),
    renderSelect(state, {
      name: "delivery",
      label: "Delivery",
      options: [
        { value: "mail", text: "Key in the e-mail" },
        { value: "link", text: "Link that shows the key once" },
      ],
    }),
    renderTextField(state, {
      name: "expires",
      label: "Last day",
      optional: true,
      type: "date",
    }),
  ]}`;
}

export function renderKeyStep(request: OperatorKeyRequest, typed: FormState | undefined): Html {
  const title = "2. Key";
  if (request.accountId === null) {
    return renderCard({ title, body: html`<p class="quiet">Choose an account first.</p>\n` });
  }
  if (request.suspendedAt !== null) {
    const why = "Resume the account before you issue a key.";
    return renderCard({ title, body: renderNotice("fault", "Account suspended.", why) });
  }
  const [to = ""] = recipientsOf(request);
  const fresh = freshForm({ name: request.keyName, to, delivery: "mail" });
  const state = { ...(typed ?? fresh), prefix: "key" };
  const body = html`${renderFaults(state)}<form class="form"
 action="/console/key-requests/${request.requestId}/issue" aria-label="Key">
<input type="hidden" name="version" value="${request.version}">
${renderTerms(request, state)}${renderActions(
  renderButton({ text: "Preview e-mail", kind: "primary" }),
)}</form>
`;
  return renderCard({ title, body });
}
