// What an action or a list is given, declared as a schema: it reads and checks a form or the options
// of a command, and renders the fields.
import type { Static, TObject, TSchema } from "typebox";
import { Compile } from "typebox/compile";
import {
  anyOption,
  renderCheckbox,
  renderEmailField,
  renderSelect,
  renderTextArea,
  renderTextField,
} from "../html/field.ts";
import type { FieldFault, FormState } from "../html/form.ts";
import type { Content, Html } from "../html/html.ts";
import type { Fields } from "../site/fields.ts";

/**
 * What a property of a schema says besides its type: `title` is its label, `description` its hint,
 * `words` name the values of an enum, and `fault` says what is expected.
 */
export type Property = TSchema & {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly maxLength?: number;
  readonly enum?: readonly string[];
  readonly words?: Readonly<Record<string, string>>;
  readonly fault?: string;
};

export function propertiesOf(schema: TObject): readonly (readonly [string, Property])[] {
  return Object.entries(schema.properties as Readonly<Record<string, Property>>);
}

export function isRequired({ required }: TObject, name: string): boolean {
  return ((required ?? []) as readonly string[]).includes(name);
}

function readProperty(fields: Fields, name: string, { type }: Property): unknown {
  if (type === "array") return fields.all(name);
  if (type === "boolean") return fields.text(name) === "yes";
  const text = fields.text(name).trim().toWellFormed();
  if (text === "") return undefined;
  return type === "integer" && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

export type ReadInput<Schema extends TObject> =
  | { readonly input: Static<Schema>; readonly faults?: undefined }
  | { readonly input?: undefined; readonly faults: readonly FieldFault[] };

type Checker = {
  readonly Check: (input: unknown) => boolean;
  readonly Errors: (input: unknown) => readonly { readonly instancePath: string }[];
};

const compiled = new WeakMap<TObject, Checker>();

function checkerOf(schema: TObject): Checker {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const checker = Compile(schema) as unknown as Checker;
  compiled.set(schema, checker);
  return checker;
}

function describeFault(
  name: string,
  { title = name, fault, maxLength }: Property,
  isMissing: boolean,
) {
  if (fault !== undefined) return fault;
  if (isMissing) return `${title} is missing.`;
  return maxLength === undefined
    ? `${title} is not valid.`
    : `${title}: enter at most ${maxLength} characters.`;
}

/** Reads texts, of which an empty one counts as none; each fault is at its field. */
export function readInput<Schema extends TObject>(
  schema: Schema,
  fields: Fields,
): ReadInput<Schema> {
  const pairs = propertiesOf(schema).flatMap(([name, property]) => {
    const value = readProperty(fields, name, property);
    return value === undefined ? [] : [[name, value] as const];
  });
  const input: Readonly<Record<string, unknown>> = Object.fromEntries(pairs);
  const checker = checkerOf(schema);
  if (checker.Check(input)) return { input: input as Static<Schema> };
  const wrong = new Set(
    checker.Errors(input).map(({ instancePath }) => instancePath.split("/")[1]),
  );
  const faults = propertiesOf(schema).flatMap(([name, property]) => {
    const isMissing = isRequired(schema, name) && !Object.hasOwn(input, name);
    return isMissing || wrong.has(name)
      ? [{ field: name, text: describeFault(name, property, isMissing) }]
      : [];
  });
  return { faults };
}

/** The same for the query of a list: what is not valid counts as not sent. */
export function readFilter<Schema extends TObject>(schema: Schema, query: Fields): Static<Schema> {
  const { input, faults = [] } = readInput(schema, query);
  if (input !== undefined) return input;
  const refused = new Set(faults.map(({ field }) => field));
  const kept = { ...query, text: (name: string) => (refused.has(name) ? "" : query.text(name)) };
  return readInput(schema, kept).input ?? ({} as Static<Schema>);
}

function renderProperty(
  state: FormState,
  schema: TObject,
  [name, property]: readonly [string, Property],
  textType: "text" | "search",
): Html {
  const {
    type,
    title: label = name,
    description,
    format,
    maxLength,
    enum: values,
    words = {},
  } = property;
  const isChosen = isRequired(schema, name);
  const optional = !isChosen && textType === "text";
  const hint = description === undefined ? {} : { hint: description };
  const field = { name, label, ...hint };
  if (type === "boolean") return renderCheckbox(state, field);
  if (values !== undefined) {
    const named = new Map(Object.entries(words));
    const options = values.map((value) => ({ value, text: named.get(value) ?? value }));
    return renderSelect(state, { ...field, options: isChosen ? options : [anyOption, ...options] });
  }
  if (format === "email") return renderEmailField(state, { ...field, autocomplete: "off" });
  const length = maxLength === undefined ? {} : { maxLength };
  if (maxLength !== undefined && maxLength > 500) {
    return renderTextArea(state, { ...field, ...length, optional });
  }
  const kind = format === "date" ? ({ type: "date" } as const) : { type: textType, ...length };
  return renderTextField(state, { ...field, ...kind, optional, autocomplete: "off" });
}

/** The fields of a form, or of the search of a list, where none is marked as optional. */
export function renderInput(
  schema: TObject,
  state: FormState,
  textType: "text" | "search" = "text",
): Content {
  return propertiesOf(schema).map((property) => renderProperty(state, schema, property, textType));
}
