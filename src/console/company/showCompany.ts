import type { Distributor, DistributorText } from "../../distributor/distributor.ts";
import { selectDistributor } from "../../distributor/queries.ts";
import { brandOf } from "../../html/brand/brand.ts";
import { adaptBrandColor } from "../../html/brand/brandColor.ts";
import { renderCard } from "../../html/card.ts";
import { renderFileField, renderTextArea, renderTextField } from "../../html/field.ts";
import { type FormState, freshForm, renderButton, renderForm } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { type Messages, renderMessage, renderNotice } from "../../html/notice.ts";
import { type Answer, answerPage } from "../../site/visit.ts";
import type { ConsoleContext, Handler, Visit } from "../consoleContext.ts";

export const companyPath = "/console/company";
export const logoField = "logo";

const messages: Messages = {
  saved: "Company saved. Pages show it within a few seconds.",
  "logo-saved": "Logo saved.",
  "logo-removed": "Logo removed.",
};

type Field = { readonly name: DistributorText; readonly label: string; readonly hint?: string };

const fields: readonly Field[] = [
  { name: "name", label: "Name", hint: "On both sites, in e-mails and on quotes." },
  { name: "color", label: "Brand colour", hint: "As #1b4fd8. Used for buttons and links." },
  { name: "address", label: "Address", hint: "On quotes and in e-mails, up to 6 lines." },
  { name: "terms", label: "Terms", hint: "At the end of quotes and order confirmations." },
];

function renderFixed({ label, name }: Field, value: string): Html {
  return html`<div class="field">
<p><strong>${label}</strong></p>
<p class="typed">${value}</p>
<p class="hint">Fixed by the setting <code>DISTRIBUTOR_${name.toUpperCase()}</code> of the
environment.</p>
</div>
`;
}

function renderField(state: FormState, field: Field, fixed: Distributor): Html {
  const value = fixed[field.name];
  if (value !== null) return renderFixed(field, value);
  const shown = { ...field, optional: true };
  return field.name === "address" || field.name === "terms"
    ? renderTextArea(state, { ...shown, rows: field.name === "terms" ? 8 : 4 })
    : renderTextField(state, { ...shown, autocomplete: "off" });
}

/** Says what becomes of a colour without enough contrast. */
function renderColorNotice(color: string | null): Content {
  if (color === null) return null;
  const { light, isDarkened } = adaptBrandColor(color);
  if (!isDarkened) return null;
  const why = html`<p>${color} is too light for text on white. Pages use ${light}, the nearest
darker colour with enough contrast (WCAG AA).</p>`;
  return renderNotice("neutral", "The brand colour is darkened", why);
}

function renderLogo(shown: Distributor, { fixed }: ConsoleContext["distributor"]): Html {
  const { logo } = brandOf(shown);
  const image =
    logo === null
      ? html`<p class="quiet">No logo. The bar shows a drawing of a plane.</p>\n`
      : html`<p><img src="${logo.path}" alt="The current logo" height="48"></p>\n`;
  if (fixed.logo !== null) {
    const why = html`<p class="hint">Fixed by the setting <code>DISTRIBUTOR_LOGO</code> of the
environment.</p>\n`;
    return renderCard({ title: "Logo", body: html`${image}${why}` });
  }
  const remove = renderForm({
    action: `${companyPath}/logo/remove`,
    body: renderButton({ text: "Remove logo", kind: "danger" }),
  });
  const upload = renderForm({
    action: `${companyPath}/logo`,
    upload: true,
    label: "Logo",
    body: renderFileField(freshForm(), {
      name: logoField,
      label: "File",
      accept: ".svg,.png",
      hint: "SVG or PNG, at most 256 KiB. Shown 28 pixels high.",
    }),
    button: { text: "Upload logo" },
  });
  return renderCard({
    title: "Logo",
    body: html`${image}${upload}${logo === null ? null : remove}`,
  });
}

function formOf(stored: Distributor): FormState {
  return freshForm(Object.fromEntries(fields.map(({ name }) => [name, stored[name] ?? ""])));
}

export async function answerCompany(
  { db, distributor }: ConsoleContext,
  { query, now }: Visit,
  refused?: FormState,
): Promise<Answer> {
  distributor.expire();
  await distributor.refresh(now);
  const state = refused ?? formOf(await selectDistributor(db));
  const { fixed } = distributor;
  const shown = distributor.current();
  const form = renderForm({
    action: companyPath,
    state,
    body: fields.map((field) => renderField(state, field, fixed)),
    button: { text: "Save company", kind: "primary" },
  });
  const page = {
    title: "Company",
    sentence: "How buyers see you: on both sites, in e-mails and on quotes.",
    body: html`${renderMessage(messages, query.text("done"), null)}${renderColorNotice(
      shown.color,
    )}<div class="halves">
${[renderCard({ title: "Name, colour and texts", body: form }), renderLogo(shown, distributor)]}
</div>
`,
  };
  return answerPage(page, refused === undefined ? 200 : 422);
}

export const showCompany: Handler = (context, visit) => answerCompany(context, visit);
