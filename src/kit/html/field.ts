import { formatCount } from "./amount.ts";
import { type FieldFault, type FormState, fieldId } from "./form.ts";
import { type Content, type Html, html } from "./html.ts";
import { texts } from "./texts.ts";

type Named = {
  readonly name: string;
  readonly label: Content;
  readonly hint?: Content;
  /** Marked in the label, since most fields are required. */
  readonly optional?: boolean;
  /** The id of its form, if it is outside of it. */
  readonly form?: string;
};

export type TextField = Named & {
  readonly type?: "text" | "email" | "password" | "search" | "date" | "url";
  readonly autocomplete?: string;
  /** Only digits: phones show the number keys. */
  readonly digits?: boolean;
  readonly maxLength?: number;
  /** Takes focus when the page opens, unless only other fields of the form have faults. */
  readonly focused?: boolean;
  readonly code?: boolean;
  /** Where the script gets suggestions for what is typed; each fills the field. */
  readonly suggestions?: string | undefined;
};

function attribute(name: string, value: string | number | undefined): Html | null {
  // The name comes from our code; only the value may be untrusted.
  return value === undefined ? null : html` ${name}="${value}"`;
}

type Wrapped = { readonly described: Html | null; readonly wrap: (control: Html) => Html };

/** The label, hint and fault of a control, and the attributes that refer to them. */
function surround(state: FormState, field: Named): Wrapped {
  const { name, label, hint, optional = false, form } = field;
  const id = fieldId(state, name);
  const fault = state.faults.find((one) => one.field === name);
  const ids = [
    hint === undefined ? [] : [`${id}-hint`],
    fault === undefined ? [] : [`${id}-fault`],
  ].flat();
  return {
    described: html`${attribute("aria-describedby", ids.length === 0 ? undefined : ids.join(" "))}${
      fault === undefined ? null : html` aria-invalid="true"`
    }`,
    wrap: (control) => html`<div class="field">
<label for="${id}">${label}${
      optional ? html` <span class="quiet">${texts.field.optional}</span>` : null
    }</label>
${control}
${hint === undefined ? null : html`<p class="hint" id="${id}-hint">${hint}</p>\n`}${
  fault === undefined
    ? null
    : html`<p class="flaw" id="${id}-fault">${fault.text}${renderChoices(fault, form)}</p>\n`
}</div>
`,
  };
}

/** Whether nothing before the field is faulty; a summary of faults takes focus by itself. */
function isFirstFault({ faults: [first] }: FormState, name: string): boolean {
  return first === undefined || first.field === name;
}

/** A field of one line. A password is never sent back to the browser. */
export function renderTextField(state: FormState, field: TextField): Html {
  const { name, type = "text", code = false, digits = false, focused = false } = field;
  const { described, wrap } = surround(state, field);
  const value = type === "password" ? undefined : state.value(name);
  const asCode = code ? html` class="code" spellcheck="false" autocapitalize="off"` : null;
  return wrap(
    html`<input id="${fieldId(state, name)}" name="${name}" type="${type}"${[
      attribute("value", value),
      attribute("maxlength", field.maxLength),
      attribute("autocomplete", field.suggestions === undefined ? field.autocomplete : "off"),
      attribute("form", field.form),
      attribute("data-search", field.suggestions),
      digits ? html` inputmode="numeric"` : null,
      asCode,
      focused && isFirstFault(state, name) ? html` autofocus` : null,
      described,
    ]}>`,
  );
}

/** The field of an e-mail address. */
export function renderEmailField(state: FormState, field: Partial<TextField>): Html {
  const usual = { name: "email", label: texts.field.email, type: "email", maxLength: 254 } as const;
  return renderTextField(state, { ...usual, ...field });
}

export function renderTextArea(
  state: FormState,
  field: Named & { readonly rows?: number; readonly maxLength?: number; readonly code?: boolean },
): Html {
  const { name, rows = 4, maxLength, code = false } = field;
  const { described, wrap } = surround(state, field);
  // Browsers drop one line feed after the tag.
  return wrap(
    html`<textarea id="${fieldId(state, name)}" name="${name}" rows="${rows}"${[
      attribute("maxlength", maxLength),
      code ? html` class="code" spellcheck="false"` : null,
      described,
    ]}>\n${state.value(name)}</textarea>`,
  );
}

export type Option = { readonly value: string; readonly text: string };

/** The choice of a filter that filters nothing. */
export const anyOption: Option = { value: "", text: texts.field.any };

function renderOptions(options: readonly Option[], chosen: string): Content {
  return options.map(
    ({ value, text }) =>
      html`<option value="${value}"${value === chosen ? html` selected` : null}>${text}</option>`,
  );
}

export function renderSelect(
  state: FormState,
  field: Named & { readonly options: readonly Option[] },
): Html {
  const { described, wrap } = surround(state, field);
  return wrap(html`<select id="${fieldId(state, field.name)}" name="${field.name}"${attribute(
    "form",
    field.form,
  )}${described}>
${renderOptions(field.options, state.value(field.name))}</select>`);
}

/** A select in a table cell; its label is for screen readers only. */
export function renderCellSelect(
  state: FormState,
  field: {
    readonly name: string;
    readonly label: string;
    readonly options: readonly Option[];
    /** The id of its form, if it is outside of it. */
    readonly form?: string;
  },
): Html {
  const { name, label, options, form } = field;
  return html`<select id="${fieldId(state, name)}" name="${name}" aria-label="${label}"${attribute(
    "form",
    form,
  )}>
${renderOptions(options, state.value(name))}</select>`;
}

/** The form must be for uploads. `accept` is as in HTML. */
export function renderFileField(
  state: FormState,
  field: Named & { readonly accept: string },
): Html {
  const { described, wrap } = surround(state, field);
  const id = fieldId(state, field.name);
  return wrap(
    html`<input id="${id}" name="${field.name}" type="file" accept="${field.accept}"${described}>`,
  );
}

/** A checked box sends "yes". */
export function renderCheckbox(state: FormState, field: Named): Html {
  const { name, label, hint } = field;
  const id = fieldId(state, name);
  const ticked = state.value(name) === "yes" ? html` checked` : null;
  const described = hint === undefined ? null : html` aria-describedby="${id}-hint"`;
  return html`<div class="field box">
<input id="${id}" name="${name}" type="checkbox" value="yes"${ticked}${described}>
<label for="${id}">${label}</label>
${hint === undefined ? null : html`<p class="hint" id="${id}-hint">${hint}</p>\n`}</div>
`;
}

/** The buttons that send a form with one of these quantities: the last of its name counts. */
export function renderChoices({ field, choices = [], action }: FieldFault, form?: string): Html {
  const place = [attribute("form", form), attribute("formaction", action)];
  const buttons = choices.map(
    (quantity) =>
      html` <button class="button plain" name="${field}" value="${quantity}"${place}>Order ${formatCount(quantity)}</button>`,
  );
  return html`${buttons}`;
}

/** A field in a table cell; its label is for screen readers only. */
export function renderCellField(
  state: FormState,
  field: Pick<TextField, "name" | "digits" | "maxLength" | "code"> & {
    readonly label: string;
    /** In characters. */
    readonly width: number;
    /** What follows the field, before its fault. */
    readonly unit?: string;
    /** The id of its form, if it is outside of it. */
    readonly form?: string;
  },
): Html {
  const { name, label, width, unit, digits = false, code = false, form, maxLength } = field;
  const id = fieldId(state, name);
  const fault = state.faults.find((one) => one.field === name);
  return html`<input id="${id}" name="${name}" value="${state.value(name)}" aria-label="${label}"${[
    attribute("size", width),
    attribute("maxlength", maxLength),
    attribute("form", form),
    digits ? html` inputmode="numeric" class="number"` : null,
    code ? html` class="code" spellcheck="false"` : null,
    fault === undefined ? null : html` aria-invalid="true" aria-describedby="${id}-fault"`,
  ]} autocomplete="off">${unit === undefined ? null : html` ${unit}`}${
    fault && html`<p class="flaw" id="${id}-fault">${fault.text}${renderChoices(fault, form)}</p>`
  }`;
}
