// Forms: a label above each field, hint and fault below it, and a summary of faults that takes
// focus. A refused form keeps what was typed, except passwords and files.
import { type Content, type Html, html } from "./html.ts";
import { renderIcon } from "./icons.ts";
import { texts } from "./texts.ts";

/** What is wrong with a field, or with the whole form if `field` is "". */
export type FieldFault = {
  readonly field: string;
  readonly text: string;
  /** The quantities that can be ordered instead: buttons with the name of the field. */
  readonly choices?: readonly number[];
  /** Where they send the form, if not where it goes by itself. */
  readonly action?: string;
};

/** What was typed into a form, and what is wrong with it. */
export type FormState = {
  readonly value: (name: string) => string;
  readonly faults: readonly FieldFault[];
  /** Distinguishes the forms of a page that has several. */
  readonly prefix?: string;
};

export function fieldId(state: FormState, name: string): string {
  return `${state.prefix ?? "field"}-${name}`;
}

/** A form as it is first shown, with these values. */
export function freshForm(texts: Readonly<Record<string, string>> = {}): FormState {
  const known = new Map(Object.entries(texts));
  return { value: (name) => known.get(name) ?? "", faults: [] };
}

/** The summary of faults, each a link to its field. */
export function renderFaults(state: FormState): Html | null {
  const { faults } = state;
  if (faults.length === 0) return null;
  const title = texts.form.faults(faults.length);
  const points = faults.map(({ field, text }) =>
    field === ""
      ? html`<li>${text}</li>\n`
      : html`<li><a href="#${fieldId(state, field)}">${text}</a></li>\n`,
  );
  return html`<div class="notice fault" role="alert" tabindex="-1" autofocus data-faults>
${renderIcon("circle-alert")}<h2>${title}</h2>
<ul>
${points}</ul>
</div>
`;
}

export type Form = {
  readonly action: string;
  /** Its faults are summed up above the form. */
  readonly state?: FormState;
  /** Hidden fields. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** The form has a file field. */
  readonly upload?: boolean;
  /** Shows the progress of the upload (with JavaScript). */
  readonly progress?: boolean;
  readonly label?: string;
  /** For controls outside of the form. */
  readonly id?: string;
  /** With JavaScript a bar reports unsaved changes. */
  readonly guarded?: boolean;
  readonly body?: Content;
  /** The button below the body, and what is beside it. */
  readonly button?: Button;
  readonly beside?: Content;
};

/** A form that changes something. */
export function renderForm(form: Form): Html {
  const { action, state, hidden = {}, upload = false, progress = false, label } = form;
  const encoding = upload ? html` enctype="multipart/form-data"` : null;
  const named = label === undefined ? null : html` aria-label="${label}"`;
  const unseen = Object.entries(hidden).map(
    ([name, text]) => html`<input type="hidden" name="${name}" value="${text}">\n`,
  );
  const { body, button, beside, id, guarded = false } = form;
  const actions = button && renderActions(renderButton(button), ...(beside ? [beside] : []));
  const marks = html`${id && html` id="${id}"`}${encoding}${named} data-once${
    progress ? html` data-progress` : null
  }${guarded ? html` data-guarded` : null}`;
  const faults = state && renderFaults(state);
  return html`${faults}<form class="form" method="post" action="${action}"${marks}>
${unseen}${body}${actions}</form>
`;
}

export type Button = {
  /** Verb and object. */
  readonly text: string;
  /** One primary button per page; danger for what cannot be undone; ghost in rows. */
  readonly kind?: "primary" | "plain" | "danger" | "ghost";
  readonly name?: string;
  readonly value?: string;
  /** Submits the form to this address instead of its own. */
  readonly action?: string;
  /** The id of its form, if it is outside of it. */
  readonly form?: string;
  /** For screen readers, if the text alone does not name the row. */
  readonly label?: string;
};

export function renderButton(button: Button): Html {
  const { text, kind = "plain", name, value, action, form, label } = button;
  return html`<button class="button ${kind}"${[
    name === undefined ? null : html` name="${name}"`,
    value === undefined ? null : html` value="${value}"`,
    action === undefined ? null : html` formaction="${action}"`,
    form === undefined ? null : html` form="${form}"`,
    label === undefined ? null : html` aria-label="${label}"`,
  ]}>${text}</button>`;
}

/** A link that looks like a button; it changes nothing. */
export function renderButtonLink(href: string, text: string, kind: "primary" | "plain"): Html {
  return html`<a class="button ${kind}" href="${href}">${text}</a>`;
}

export function renderActions(...actions: readonly Content[]): Html {
  return html`<div class="actions">${actions.map((action) => html`${action}\n`)}</div>
`;
}

type Filters = {
  readonly action: string;
  /** For screen readers. */
  readonly label: string;
  /** Filters without a field; those without a text are left out. */
  readonly hidden?: Readonly<Record<string, string | null>>;
  readonly fields: Content;
  readonly button?: string;
};

/** The filters of a list: a form that becomes the query of the address. */
export function renderFilters(filters: Filters): Html {
  const { action, label, hidden = {}, fields, button = texts.form.filter } = filters;
  const unseen = Object.entries(hidden).map(
    ([name, text]) => text && html`<input type="hidden" name="${name}" value="${text}">\n`,
  );
  return html`<form class="filters" action="${action}" role="search" aria-label="${label}">
${unseen}${fields}${renderButton({ text: button })}
</form>
`;
}
