// Forms: a label above each field, its hint under it, its fault beside it and in a summary that
// takes focus and leads to it. What was typed is kept, but for passwords and files.
import { type Content, type Html, html } from "./html.ts";

/** What is wrong with a field, by the field's name; of the whole form where the name is "". */
export type FieldFault = { readonly field: string; readonly text: string };

/** What a form was sent with: the texts typed, and what is wrong with them. */
export type FormState = {
  readonly value: (name: string) => string;
  readonly faults: readonly FieldFault[];
  /** Told apart from the other forms of the page, where there are several. */
  readonly prefix?: string;
};

/** The id of a field, to which its label and its fault in the summary lead. */
export function fieldId(state: FormState, name: string): string {
  return `${state.prefix ?? "field"}-${name}`;
}

/** A form as it is first shown, with these texts in its fields. */
export function freshForm(texts: Readonly<Record<string, string>> = {}): FormState {
  return { value: (name) => texts[name] ?? "", faults: [] };
}

/** The faults of a form that was sent, each a link to its field. It takes focus. */
export function renderFaults(state: FormState): Html | null {
  const { faults } = state;
  if (faults.length === 0) return null;
  const title = faults.length === 1 ? "One thing needs your attention" : "Please look at these";
  const points = faults.map(({ field, text }) =>
    field === ""
      ? html`<li>${text}</li>\n`
      : html`<li><a href="#${fieldId(state, field)}">${text}</a></li>\n`,
  );
  return html`<div class="notice fault" role="alert" tabindex="-1" autofocus data-faults>
<h2>${title}</h2>
<ul>
${points}</ul>
</div>
`;
}

export type Form = {
  /** The address it is sent to. */
  readonly action: string;
  /** Texts that go along unseen. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** A form with a file field. */
  readonly upload?: boolean;
  /** With script it is shown how much of the file is sent. */
  readonly progress?: boolean;
  readonly label?: string;
  readonly body: Content;
};

/** A form that changes something; its body has the fields and the buttons. */
export function renderForm(form: Form): Html {
  const { action, hidden = {}, upload = false, progress = false, label, body } = form;
  const encoding = upload ? html` enctype="multipart/form-data"` : null;
  const named = label === undefined ? null : html` aria-label="${label}"`;
  const unseen = Object.entries(hidden).map(
    ([name, text]) => html`<input type="hidden" name="${name}" value="${text}">\n`,
  );
  return html`<form class="form" method="post" action="${action}"${encoding}${named} data-once${
    progress ? html` data-progress` : null
  }>
${unseen}${body}</form>
`;
}

export type Button = {
  /** What it does, as a verb and its object. */
  readonly text: string;
  /** One primary a page; danger for what cannot be taken back. */
  readonly kind?: "primary" | "plain" | "danger";
  readonly name?: string;
  readonly value?: string;
  /** Sends the form somewhere else than the form says. */
  readonly action?: string;
  /** What readers hear, where the text alone does not say which row it is of. */
  readonly label?: string;
};

/** A button that sends the form it stands in. */
export function renderButton({ text, kind = "plain", name, value, action, label }: Button): Html {
  return html`<button class="button ${kind}"${[
    name === undefined ? null : html` name="${name}"`,
    value === undefined ? null : html` value="${value}"`,
    action === undefined ? null : html` formaction="${action}"`,
    label === undefined ? null : html` aria-label="${label}"`,
  ]}>${text}</button>`;
}

/** A link that looks like a button: it leads on, and changes nothing. */
export function renderButtonLink(href: string, text: string, kind: "primary" | "plain"): Html {
  return html`<a class="button ${kind}" href="${href}">${text}</a>`;
}

/** Buttons in a row. */
export function renderActions(...actions: readonly Content[]): Html {
  return html`<div class="actions">${actions.map((action) => html`${action}\n`)}</div>
`;
}
