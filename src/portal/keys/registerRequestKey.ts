// The public form that asks for a key. It has a field that people neither see nor hear: who fills
// it is no person, and is answered like one.

import {
  type FormState,
  freshForm,
  renderActions,
  renderButton,
  renderFaults,
  renderForm,
} from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import { receiveKeyRequest } from "../../keyRequests/receiveKeyRequest.ts";
import { describeWait } from "../../signInPages/describeWait.ts";
import type { Answer, SitePage } from "../../site/visit.ts";
import { readKeyRequest, renderKeyRequestFields } from "../../views/readKeyRequest.ts";
import type { PortalContext } from "../portalContext.ts";
import type { PortalServer } from "../portalServer.ts";

const path = "/request-key";
const trapField = "fax_extension";

function renderTrap(): Html {
  return html`<div class="trap" aria-hidden="true" inert>
<label for="field-${trapField}">Leave this empty</label>
<input id="field-${trapField}" name="${trapField}" tabindex="-1" autocomplete="off">
</div>
`;
}

function showForm(state: FormState): SitePage {
  const body = html`${renderKeyRequestFields(state, true)}${renderTrap()}${renderActions(
    renderButton({ text: "Request the key", kind: "primary" }),
    html`<a href="/docs">API reference</a>`,
  )}`;
  return {
    title: "Request an API key",
    sentence: "With a key your systems look parts up and place draft orders.",
    body: html`${renderFaults(state)}${renderForm({ action: path, label: "Request a key", body })}
<p class="quiet">We answer by mail within one business day.</p>
`,
  };
}

function showDone({ supportEmail }: PortalContext): SitePage {
  const next = html`We answer by mail within one business day: with the key and a call that works as
pasted, or with a question. If nothing comes, write to
<a href="mailto:${supportEmail}">${supportEmail}</a>.`;
  return {
    title: "Request an API key",
    body: html`${renderNotice("good", "Your request is with us.", next)}
<p><a href="/docs">Read the API reference meanwhile</a></p>
`,
  };
}

/** Adds `/request-key`. An admin of an account asks on their own page. */
export function registerRequestKey({ get, post, context }: PortalServer): void {
  get(path, {
    access: "anyone",
    answer: async ({ signedIn, query }): Promise<Answer> => {
      if (signedIn?.user.role === "admin") return { kind: "redirect", to: "/developers/request" };
      const isDone = query.text("done") === "requested";
      return { kind: "page", page: isDone ? showDone(context) : showForm(freshForm()) };
    },
  });
  post(path, {
    access: "anyone",
    answer: async ({ form, address, now }): Promise<Answer> => {
      const asked = readKeyRequest(form);
      if (!("email" in asked)) {
        const page = showForm({ value: form.text, faults: asked });
        return { kind: "page", status: 422, page };
      }
      const by = { address, isTrapped: form.text(trapField) !== "" };
      const waitS = await receiveKeyRequest(context, asked, by, now);
      if (waitS === null) return { kind: "redirect", to: `${path}?done=requested` };
      const faults = [{ field: "", text: describeWait(waitS) }];
      return { kind: "page", status: 429, page: showForm({ value: form.text, faults }) };
    },
  });
}
