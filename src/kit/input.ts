// What an action or a list is given, declared as a schema: it reads and checks a form or the options
// of a command, and renders the fields.
import type { Static, TObject, TSchema } from "typebox";
import { Compile } from "typebox/compile";
import type { Queryable } from "../db/database.ts";
import {
  anyOption,
  type Option,
  renderCheckbox,
  renderEmailField,
  renderSelect,
  renderTextArea,
  renderTextField,
} from "./html/field.ts";
import type { FieldFault, FormState } from "./html/form.ts";
import type { Content, Html } from "./html/html.ts";
import type { Place } from "./html/page.ts";
import type { Fields } from "./site/fields.ts";

/** The id of nothing. */
export const noId = "00000000-0000-0000-0000-000000000000";

/**
 * What a text names: `id` is null if nothing was typed, and `noId` if it is unclear; `text` is the
 * name of what was found, for the field; `question` asks which of several is meant; `above` is the
 * page of what was found, if a list of its own belongs to it.
 */
export type Choice<Id extends string = string> = {
  readonly id: Id | null;
  readonly text: string;
  readonly question: Html | null;
  readonly above?: Place;
};

/** `addressOf`: the same list, filtered by the thing with an id. */
type Choose = (db: Queryable, typed: string, addressOf: (id: string) => string) => Promise<Choice>;

/**
 * What a property of a schema says besides its type: `title` is its label, `description` its hint,
 * `words` name the values of an enum, and `fault` says what is expected. `suggestions` is where the
 * script gets what a field may be filled with. `choose` finds the id of what a filter names.
 */
export type Property = TSchema & {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly maxLength?: number;
  readonly enum?: readonly string[];
  readonly examples?: readonly unknown[];
  readonly words?: Readonly<Record<string, string>>;
  readonly fault?: string;
  readonly code?: boolean;
  readonly suggestions?: string;
  readonly choose?: Choose;
};

export function propertiesOf(schema: TObject): readonly (readonly [string, Property])[] {
  return Object.entries(schema.properties as Readonly<Record<string, Property>>);
}

export function isRequired({ required }: TObject, name: string): boolean {
  return ((required ?? []) as readonly string[]).includes(name);
}

/** A box of a form sends "yes" or nothing, a program true or false. */
const flags = new Map([
  ["", false],
  ["yes", true],
  ["true", true],
  ["no", false],
  ["false", false],
]);

function readProperty(fields: Fields, name: string, { type }: Property): unknown {
  if (type === "array") return fields.all(name);
  const text = fields.text(name).trim().toWellFormed();
  if (type === "boolean") return flags.get(text) ?? text;
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
  { title = name, type, fault, maxLength, enum: values, examples }: Property,
  isMissing: boolean,
) {
  if (fault !== undefined) return fault;
  if (isMissing) return `${title} is missing.`;
  if (type === "boolean") return `${title} must be true or false.`;
  if (values !== undefined) return `${title} must be one of ${values.join(", ")}.`;
  if (maxLength !== undefined) return `${title}: enter at most ${maxLength} characters.`;
  return `${title} is not valid${examples === undefined ? "" : `; an example: ${examples[0]}`}.`;
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

/** A filter as it is typed, with the ids of what it names, and what was found by name. */
type ChosenFilter<Schema extends TObject> = {
  readonly filter: Static<Schema>;
  readonly choices: readonly (Choice & { readonly name: string })[];
};

/** `addressOf`: the list with another filter. */
export async function chooseNamed<Schema extends TObject>(
  db: Queryable,
  schema: Schema,
  filter: Static<Schema>,
  addressOf: (filter: Readonly<Record<string, unknown>>) => string,
): Promise<ChosenFilter<Schema>> {
  const typed = new Map<string, unknown>(Object.entries(filter));
  const choices = await Promise.all(
    propertiesOf(schema).flatMap(([name, { choose }]) => {
      const text = typed.get(name);
      if (choose === undefined || typeof text !== "string") return [];
      const found = choose(db, text, (id) => addressOf({ ...filter, [name]: id }));
      return [found.then((choice) => ({ name, ...choice }))];
    }),
  );
  const ids = Object.fromEntries(choices.map(({ name, id }) => [name, id]));
  return { filter: { ...filter, ...ids }, choices };
}

/** The same for programs: `refuse` is called for what is unclear. */
export async function chooseEach(
  db: Queryable,
  schema: TObject,
  filter: Static<TObject>,
  refuse: (name: string, message: string) => never,
): Promise<Static<TObject>> {
  const found = await chooseNamed(db, schema, filter, () => "");
  const unclear = found.choices.find(({ id }) => id === noId);
  if (unclear !== undefined) refuse(unclear.name, `none or several match “${unclear.text}”.`);
  return found.filter;
}

/** `options` are those of a select that are not in the schema. */
function renderProperty(
  state: FormState,
  [name, property]: readonly [string, Property],
  kind: "required" | "optional" | "filter",
  options?: readonly Option[],
): Html {
  const {
    type,
    title: label = name,
    description,
    format,
    maxLength,
    enum: values,
    words = {},
    code = false,
    suggestions,
  } = property;
  const hint = description === undefined ? {} : { hint: description };
  const field = { name, label, ...hint };
  if (type === "boolean") return renderCheckbox(state, field);
  const named = new Map(Object.entries(words));
  const offered = options ?? values?.map((value) => ({ value, text: named.get(value) ?? value }));
  if (offered !== undefined) {
    const any = kind === "required" ? [] : [anyOption];
    return renderSelect(state, { ...field, options: [...any, ...offered] });
  }
  if (format === "email") return renderEmailField(state, { ...field, autocomplete: "off" });
  const optional = kind === "optional";
  const length = maxLength === undefined ? {} : { maxLength };
  if (kind !== "filter" && maxLength !== undefined && maxLength > 500) {
    return renderTextArea(state, { ...field, ...length, optional });
  }
  const isSearched = kind === "filter" && !code && suggestions === undefined;
  const look = { ...length, type: isSearched ? "search" : "text", code, suggestions } as const;
  const shown = format === "date" ? ({ type: "date" } as const) : look;
  return renderTextField(state, { ...field, ...shown, optional, autocomplete: "off" });
}

/** The fields of a form. */
export function renderInput(schema: TObject, state: FormState): Content {
  return propertiesOf(schema).map((property) =>
    renderProperty(state, property, isRequired(schema, property[0]) ? "required" : "optional"),
  );
}

/** What the selects of a filter offer, by their names. */
export type FilterOptions = Readonly<Record<string, readonly Option[]>>;

/** The fields of a filter, all of which may be empty. */
export function renderFilterFields(
  schema: TObject,
  state: FormState,
  options: FilterOptions = {},
): Content {
  const known = new Map(Object.entries(options));
  return propertiesOf(schema).map((property) =>
    renderProperty(state, property, "filter", known.get(property[0])),
  );
}
