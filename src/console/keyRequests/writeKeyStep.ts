// The second step of meeting a request: the key's terms. It leads to the mail as it will be.
import { parseEmail } from "../../accounts/emailAddress.ts";
import type { DeskRequest } from "../../accounts/keyDeskQueries.ts";
import { keyNameLength } from "../../accounts/requestKey.ts";
import { writeSelect, writeTextField } from "../../html/field.ts";
import {
  type FormState,
  freshForm,
  writeActions,
  writeButton,
  writeFaults,
} from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { writeNotice } from "../../html/notice.ts";

/** To whom the mail may go: who asked, and the account's own address. */
export function recipientsOf({ source, email, accountEmail }: DeskRequest): readonly string[] {
  const own = parseEmail(accountEmail ?? "");
  const asked = parseEmail(email);
  // What an admin asks for on the account's page comes to the account, as that page says.
  const wanted = source === "account" ? [own, asked] : [asked, own];
  return [...new Set(wanted.filter((address) => address !== undefined))];
}

function writeTerms(request: DeskRequest, state: FormState): Html {
  return html`${[
    writeTextField(state, {
      name: "name",
      label: "Name of the key",
      autocomplete: "off",
      maxLength: keyNameLength,
    }),
    writeSelect(state, {
      name: "to",
      label: "Goes to",
      options: recipientsOf(request).map((value) => ({ value, text: value })),
    }),
    writeSelect(state, {
      name: "delivery",
      label: "How",
      options: [
        { value: "mail", text: "the key in the mail" },
        { value: "link", text: "a link that shows the key once" },
      ],
    }),
    writeTextField(state, {
      name: "expires",
      label: "Last day it is good",
      optional: true,
      type: "date",
    }),
  ]}`;
}

/** The step; nothing can be issued before the request has its account. */
export function writeKeyStep(request: DeskRequest, typed: FormState | undefined): Html {
  const title = html`<h2>2. The key</h2>\n`;
  if (request.accountId === null) {
    return html`${title}<p class="quiet">First say whose it is.</p>\n`;
  }
  if (request.suspendedAt !== null) {
    const why = "Its keys would be refused. Resume the account first.";
    return html`${title}${writeNotice("fault", "The account is suspended.", why)}`;
  }
  const [to = ""] = recipientsOf(request);
  const fresh = freshForm({ name: request.keyName, to, delivery: "mail" });
  const state = { ...(typed ?? fresh), prefix: "key" };
  return html`${title}${writeFaults(state)}<form class="form"
 action="/console/key-requests/${request.requestId}/issue" aria-label="The key">
<input type="hidden" name="version" value="${request.version}">
${writeTerms(request, state)}${writeActions(
  writeButton({ text: "Show the mail", kind: "primary" }),
)}</form>
`;
}
