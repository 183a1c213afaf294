// The company page of the console.
import { buffer } from "node:stream/consumers";
import { operatorActor } from "../audit/actor.ts";
import type { ConsoleContext, Handler, Visit } from "../home/consoleContext.ts";
import { brandOf } from "../kit/html/brand/brand.ts";
import { adaptBrandColor } from "../kit/html/brand/brandColor.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderDifferences } from "../kit/html/conflict.ts";
import {
  renderCheckbox,
  renderFileField,
  renderTextArea,
  renderTextField,
} from "../kit/html/field.ts";
import { type FieldFault, type FormState, freshForm, renderForm } from "../kit/html/form.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { type Messages, renderMessage, renderNotice } from "../kit/html/notice.ts";
import type { Fields } from "../kit/site/fields.ts";
import { receiveUpload } from "../kit/site/receiveUpload.ts";
import { type Answer, answerPage, redirect } from "../kit/site/visit.ts";
import { changeDistributor, distributorVersion } from "./changeDistributor.ts";
import {
  type Distributor,
  type DistributorText,
  distributorTexts,
  maxLogoBytes,
  readLogo,
} from "./distributor.ts";
import { selectDistributor } from "./queries.ts";

/** The words of the page of the company. */
const texts = {
  logo: {
    fixed: html`Set by the environment variable <code>DISTRIBUTOR_LOGO</code>.`,
    title: "Logo",
  },
};

export const companyPath = "/console/company";
const logoField = "logo";
const removeField = "remove_logo";

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

const companyTexts = fields.map(({ name }) => name);
const companyLabels = Object.fromEntries(
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
<p><strong>Logo</strong></p>
${image}<p class="hint">${texts.logo.fixed}</p>
</div>
`;
  }
  const file = renderFileField(state, {
    name: logoField,
    label: "Logo",
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

async function answerCompany(
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

type DistributorTexts = Pick<Distributor, DistributorText>;

type SentCompany = {
  readonly fields: Fields;
  /** Null if no file was sent. */
  readonly logo: Pick<Distributor, "logo"> | "unfit" | null;
};

async function receiveCompany({ request, form }: Visit): Promise<SentCompany> {
  let fields = form;
  const upload = await receiveUpload(request, maxLogoBytes, (sent) => {
    fields = sent.fields;
    return buffer(sent.bytes);
  });
  if (upload.outcome === "no file") {
    return { fields: request.isMultipart() ? upload.fields : form, logo: null };
  }
  const logo = upload.outcome === "taken" ? readLogo(upload.result) : undefined;
  return { fields, logo: logo === undefined ? "unfit" : { logo } };
}

/** The fault of a logo. A browser does not keep a file for the next form. */
function findLogoFault({ logo }: SentCompany, hasFaults: boolean): FieldFault[] {
  const name = { field: logoField };
  if (logo === "unfit") {
    return [{ ...name, text: "Choose an SVG or PNG file of at most 256 KiB." }];
  }
  return logo !== null && hasFaults ? [{ ...name, text: "Choose the logo again." }] : [];
}

/** Undefined if it does not fit. */
function readText(name: DistributorText, typed: string): string | null | undefined {
  return typed.trim() === "" ? null : distributorTexts[name].read(typed.trim());
}

type SentTexts = {
  readonly typed: Partial<DistributorTexts>;
  readonly faults: readonly FieldFault[];
};

/** The texts that the environment does not fix. */
function readTexts({ distributor: { fixed } }: ConsoleContext, fields: Fields): SentTexts {
  const faults: FieldFault[] = [];
  const typed: { [Name in DistributorText]?: string | null } = {};
  for (const name of companyTexts.filter((one) => fixed[one] === null && fields.has(one))) {
    const { expected } = distributorTexts[name];
    const value = readText(name, fields.text(name));
    if (value === undefined) faults.push({ field: name, text: `Enter ${expected}.` });
    else typed[name] = value;
  }
  return { typed, faults };
}

/** Saves what was typed, all or nothing. */
export const saveCompany: Handler = async (context, visit) => {
  const { db, distributor } = context;
  const sent = await receiveCompany(visit);
  const { fields, logo } = sent;
  const { typed, faults: ofTexts } = readTexts(context, fields);
  const faults = [...ofTexts, ...findLogoFault(sent, ofTexts.length > 0)];
  const version = fields.text("version");
  if (logo === "unfit" || faults.length > 0) {
    const state = { value: fields.text, faults };
    return answerCompany(context, visit, { state, version, status: 422 });
  }
  const removed = fields.has(removeField) ? { logo: null } : {};
  const ofLogo = distributor.fixed.logo === null ? (logo ?? removed) : {};
  const by = { actor: operatorActor(visit), now: visit.now };
  const saved = await changeDistributor(db, { typed, version, ...ofLogo }, by);
  distributor.expire();
  if (saved.outcome === "saved") return redirect(`${companyPath}?done=saved`);
  const { latest } = saved;
  return answerCompany(context, visit, {
    above: renderDifferences(null, companyLabels, latest, { ...latest, ...typed }),
    state: { value: fields.text, faults: findLogoFault(sent, true) },
    version: distributorVersion(latest),
    status: 409,
  });
};
