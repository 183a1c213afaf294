import { distributorVersion } from "../../distributor/changeDistributor.ts";
import type { Distributor, DistributorText } from "../../distributor/distributor.ts";
import { selectDistributor } from "../../distributor/queries.ts";
import { brandOf } from "../../html/brand/brand.ts";
import { adaptBrandColor } from "../../html/brand/brandColor.ts";
import { renderCard } from "../../html/card.ts";
import {
  renderCheckbox,
  renderFileField,
  renderTextArea,
  renderTextField,
} from "../../html/field.ts";
import { type FormState, freshForm, renderForm } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { type Messages, renderMessage, renderNotice } from "../../html/notice.ts";
import { type Answer, answerPage } from "../../site/visit.ts";
import type { ConsoleContext, Handler, Visit } from "../consoleContext.ts";
import { texts } from "./texts.ts";

export const companyPath = "/console/company";
export const logoField = "logo";
export const removeField = "remove_logo";

const messages: Messages = {
  saved: "Company saved. Pages show it within a few seconds.",
};

type Field = { readonly name: DistributorText; readonly label: string; readonly hint?: string };

const fields: readonly Field[] = [
  { name: "name", label: "Name", hint: "On both sites, in e-mails and on quotes." },
  { name: "color", label: "Brand color", hint: "Such as #1b4fd8. Used for buttons and links." },
  { name: "address", label: "Address", hint: "On quotes and in e-mails, up to 6 lines." },
  { name: "terms", label: "Terms", hint: "At the end of quotes and order confirmations." },
];

export const companyTexts = fields.map(({ name }) => name);
export const companyLabels = Object.fromEntries(
  fields.map(({ name, label }) => [name, label]),
) as Readonly<Record<DistributorText, string>>;

function renderFixed({ label, name }: Field, value: string): Html {
  return html`<div class="field">
<p><strong>${label}</strong></p>
<p class="typed">${value}</p>
<p class="hint">Set by the environment variable
<code>DISTRIBUTOR_${name.toUpperCase()}</code>.</p>
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

/** Says what becomes of a color without enough contrast. */
function renderColorNotice(color: string | null): Content {
  if (color === null) return null;
  const { light, isDarkened } = adaptBrandColor(color);
  if (!isDarkened) return null;
  const why = html`<p>${
    `${color} is too light for text on white. Pages use ${light}, the nearest darker color ` +
    "with enough contrast (WCAG AA)."
  }</p>`;
  return renderNotice("neutral", "The brand color is darkened", why);
}

/** The stored logo, and fields to replace or remove it. */
function renderLogo(
  state: FormState,
  shown: Distributor,
  { fixed }: ConsoleContext["distributor"],
): Html {
  const { logo } = brandOf(shown);
  const image =
    logo === null
      ? html`<p class="quiet">No logo yet. The top bar shows a plane icon.</p>\n`
      : html`<p><img src="${logo.path}" alt="Current logo" height="48"></p>\n`;
  if (fixed.logo !== null) {
    return html`<div class="field">
<p><strong>${texts.logo.title}</strong></p>
${image}<p class="hint">${texts.logo.fixed}</p>
</div>
`;
  }
  const file = renderFileField(state, {
    name: logoField,
    label: texts.logo.title,
    accept: ".svg,.png",
    hint: "SVG or PNG, at most 256 KiB. Shown 28 pixels high, and on quotes.",
  });
  const remove = renderCheckbox(state, { name: removeField, label: "Remove logo" });
  return html`${image}${file}${logo === null ? null : remove}`;
}

function formOf(company: Distributor): FormState {
  return freshForm(Object.fromEntries(fields.map(({ name }) => [name, company[name] ?? ""])));
}

/** A form that was not saved, and what is above it. */
type Refused = {
  readonly state: FormState;
  /** Of the texts that it edits. */
  readonly version: string;
  readonly above?: Content;
  readonly status: 409 | 422;
};

export async function answerCompany(
  { db, distributor }: ConsoleContext,
  { query, now }: Visit,
  refused?: Refused,
): Promise<Answer> {
  distributor.expire();
  await distributor.refresh(now);
  const stored = await selectDistributor(db);
  const { state, version, above, status } = refused ?? {
    state: formOf(stored),
    version: distributorVersion(stored),
    above: null,
    status: 200,
  };
  const { fixed } = distributor;
  const shown = distributor.current();
  const form = renderForm({
    action: companyPath,
    state,
    hidden: { version },
    upload: true,
    progress: true,
    // A browser sends the fields before the file, as receiveUpload needs them.
    body: [
      fields.map((field) => renderField(state, field, fixed)),
      renderLogo(state, shown, distributor),
    ],
    button: { text: "Save company", kind: "primary" },
  });
  const page = {
    title: "Company",
    sentence: "How buyers see you: on both sites, in e-mails and on quotes.",
    body: html`${[
      renderMessage(messages, query.text("done"), null),
      above,
      renderColorNotice(shown.color),
      renderCard({ title: "Name, color, texts and logo", body: form }),
    ]}`,
  };
  return answerPage(page, status);
}

export const showCompany: Handler = (context, visit) => answerCompany(context, visit);
