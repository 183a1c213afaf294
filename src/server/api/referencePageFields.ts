import { type Html, html } from "../../kit/html/html.ts";
import { renderInline } from "../../kit/html/prose.ts";
import { type Column, type Row, renderTable } from "../../kit/html/table.ts";
import type { Header, JsonSchema, Parameter } from "../http/openApiDocument.ts";
import { formatNumber } from "./openApiGuide.ts";

export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

/** Describes a type in words, with a link to a named object. */
function renderType(schema: JsonSchema): Html {
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

function describeRange(min: number | undefined, max: number | undefined, unit: string): string {
  if (min !== undefined && max !== undefined) {
    return `${formatNumber(min)} to ${formatNumber(max)}${unit}.`;
  }
  return max === undefined ? "" : `At most ${formatNumber(max)}${unit}.`;
}

/** Lists the possible values, unless the description mentions them all. */
function describeChoice({ description = "", const: only, enum: own, items }: JsonSchema): string {
  const choice = only === undefined ? (own ?? items?.enum ?? []) : [JSON.stringify(only)];
  const words = choice.map((value) => `\`${value}\``);
  if (words.every((word) => description.includes(word))) return "";
  return `One of ${words.join(", ")}.`;
}

/** Describes a value and its limits. */
function renderMeaning(schema: JsonSchema, description = schema.description ?? ""): Html {
  const sentences = [
    description,
    describeChoice({ ...schema, description }),
    describeRange(schema.minimum, schema.maximum, ""),
    describeRange(schema.minLength, schema.maxLength, " characters"),
    describeRange(schema.minItems, schema.maxItems, " elements"),
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

function renderRequired(required: boolean): Html {
  return required ? html`required` : html`<span class="quiet">optional</span>`;
}

/** Lists the fields of an object, including those of unnamed objects inside it. */
function listFieldRows(schema: JsonSchema, path = ""): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const required = schema.required?.includes(name) ?? false;
    const cells = [
      `${path}${name}`,
      renderType(field),
      renderRequired(required),
      renderMeaning(field),
    ];
    return [{ cells }, ...listFieldRows(field, `${path}${name}.`)];
  });
}

export function renderReferencePageFields(schema: JsonSchema): Html {
  const caption = `Fields of ${schema.title ?? "the object"}`;
  return renderTable({ caption, columns, rows: listFieldRows(schema) });
}

export function renderParameters(caption: string, parameters: readonly Parameter[]): Html {
  const rows = parameters.map(({ name, schema, required, description }) => ({
    cells: [name, renderType(schema), renderRequired(required), renderMeaning(schema, description)],
  }));
  return renderTable({ caption, columns, rows });
}

export function headerRowId(name: string): string {
  return `header-${name}`;
}

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
  return renderTable({ caption: "Response headers", columns: headColumns, rows });
}
