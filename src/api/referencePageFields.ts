// Fields of schemas and parameters as tables: name, type, whether required, what they mean and
// what bounds them.
import { type Html, html } from "../html/html.ts";
import { renderInline } from "../html/prose.ts";
import { type Column, type Row, renderTable } from "../html/table.ts";
import type { Header, JsonSchema, Parameter } from "../http/openApiDocument.ts";
import { formatNumber } from "./openApiGuide.ts";

/** The name a reference leads to. */
export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

/** What a value may be, in words, with a link where it is an object that has a name. */
export function renderType(schema: JsonSchema): Html {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    return html`<a href="#${name}">${name}</a>`;
  }
  if (schema.anyOf !== undefined) {
    return html`${schema.anyOf.map((one, index) => [index > 0 && " or ", renderType(one)])}`;
  }
  const types = [schema.type ?? []].flat();
  const words = types.map((type) =>
    type === "array" && schema.items !== undefined
      ? html`array of ${renderType(schema.items)}`
      : html`${type}`,
  );
  const or = types.includes("array") ? ", or " : " or ";
  return words.length === 0
    ? html`string`
    : html`${words.map((word, index) => [index > 0 && or, word])}`;
}

function sayRange(least: number | undefined, most: number | undefined, what: string): string {
  if (least !== undefined && most !== undefined) {
    return `${formatNumber(least)} to ${formatNumber(most)}${what}.`;
  }
  return most === undefined ? "" : `At most ${formatNumber(most)}${what}.`;
}

/** The values to choose from, unless the description names them all. */
function sayChoice({ description = "", const: only, enum: own, items }: JsonSchema): string {
  const choice = only === undefined ? (own ?? items?.enum ?? []) : [JSON.stringify(only)];
  const words = choice.map((value) => `\`${value}\``);
  if (words.every((word) => description.includes(word))) return "";
  return `One of ${words.join(", ")}.`;
}

/** What a value means and what bounds it. */
function renderMeaning(schema: JsonSchema, description = schema.description ?? ""): Html {
  const sentences = [
    description,
    sayChoice({ ...schema, description }),
    sayRange(schema.minimum, schema.maximum, ""),
    sayRange(schema.minLength, schema.maxLength, " characters"),
    sayRange(schema.minItems, schema.maxItems, " elements"),
    schema.default === undefined ? "" : `Default: \`${schema.default}\`.`,
  ];
  return renderInline(sentences.filter((sentence) => sentence !== "").join(" "));
}

const columns: readonly Column[] = [
  { title: "Name", kind: "code" },
  { title: "Type", kind: "words" },
  { title: "Required", kind: "words" },
  { title: "Description", kind: "prose" },
];

function sayRequired(required: boolean): Html {
  return required ? html`required` : html`<span class="quiet">optional</span>`;
}

/** The rows of an object's fields, those of unnamed objects inside it under their path. */
function listFieldRows(schema: JsonSchema, path = ""): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const required = schema.required?.includes(name) ?? false;
    const cells = [
      `${path}${name}`,
      renderType(field),
      sayRequired(required),
      renderMeaning(field),
    ];
    return [{ cells }, ...listFieldRows(field, `${path}${name}.`)];
  });
}

/** The table of an object's fields. */
export function renderReferencePageFields(schema: JsonSchema): Html {
  const caption = `Fields of ${schema.title ?? "the object"}`;
  return renderTable({ caption, columns, rows: listFieldRows(schema) });
}

/** The table of an operation's parameters of one kind. */
export function renderParameters(caption: string, parameters: readonly Parameter[]): Html {
  const rows = parameters.map(({ name, schema, required, description }) => ({
    cells: [name, renderType(schema), sayRequired(required), renderMeaning(schema, description)],
  }));
  return renderTable({ caption, columns, rows });
}

/** The fragment of a header's row. */
export function headerRowId(name: string): string {
  return `header-${name}`;
}

/** The table of all headers of answers. */
export function renderHeaders(headers: Readonly<Record<string, Header>>): Html {
  const rows = Object.entries(headers).map(([name, { description, example }]) => ({
    id: headerRowId(name),
    cells: [name, html`<code>${example}</code>`, renderInline(description)],
  }));
  const headColumns: readonly Column[] = [
    { title: "Name", kind: "code" },
    { title: "Example", kind: "prose" },
    { title: "Description", kind: "prose" },
  ];
  return renderTable({ caption: "Headers of answers", columns: headColumns, rows });
}
