// The wire format of the catalog lookup (interface, "POST …/catalog"; decisions 12 to 20).
import Type from "typebox";
import { limits } from "./limits.ts";
import { MoneyObject, nullableString, optional } from "./wireTypes.ts";

const Entry = Type.String({ maxLength: limits.entryLength });

export const includes = ["matches", "suggestions", "account_price"] as const;
export type Include = (typeof includes)[number];

export const CatalogRequest = Type.Object(
  {
    part_numbers: optional(
      "array",
      Type.Array(Entry, {
        description: "Manufacturer part numbers (the most reliable way to search).",
        examples: [["DA65152-14", "DA21117-1"]],
      }),
    ),
    part_names: optional(
      "array",
      Type.Array(Entry, {
        description: "Part names or descriptions, for use when the exact number is unknown.",
        examples: [["fuel pump"]],
      }),
    ),
    in_stock: optional(
      "boolean",
      Type.Boolean({ description: "Only parts with stock on hand.", default: false }),
    ),
    include: optional(
      "array",
      Type.Array(Type.Enum([...includes]), {
        description: "Additions to the answer. Without it the answer is the plain one.",
        examples: [["matches", "suggestions"]],
      }),
    ),
  },
  { title: "Catalog lookup", description: "At most 50 entries over both arrays together." },
);
export type CatalogRequest = Type.Static<typeof CatalogRequest>;

const QuantityBreak = Type.Object({
  min_quantity: Type.Integer({ examples: [10] }),
  unit_price: MoneyObject,
});

export const Part = Type.Object(
  {
    part_id: Type.String({
      description: "Opaque identifier for ordering, good for an hour. Safe to log.",
      maxLength: limits.partIdLength,
    }),
    part_number: Type.String({ description: "Manufacturer part number." }),
    part_name: nullableString("Part name from catalog metadata.", "PUMP, FUEL"),
    title: nullableString("Human-readable name.", "Fuel pump"),
    description: nullableString("Part description.", null),
    condition: Type.String({ description: "Condition code.", examples: ["NE"] }),
    unit_of_measure: Type.String({ description: "Unit the part is sold in.", examples: ["EA"] }),
    available_stock: Type.Integer({ description: "Units on hand that can be sold." }),
    price: MoneyObject,
    status: Type.String({ description: "`ACTIVE` means the part can be ordered." }),
    vendor: Type.String({ description: "Name of the supplier." }),
    account_price: Type.Optional(
      Type.Object(
        {
          unit_price: MoneyObject,
          quantity_breaks: Type.Array(QuantityBreak, {
            description: "Every quantity at which the unit price changes, from 1 on.",
          }),
        },
        { description: 'The account\'s own price; with `include: ["account_price"]`.' },
      ),
    ),
  },
  { $id: "Part", title: "Part" },
);
export type Part = Type.Static<typeof Part>;

export const CatalogAnswer = Type.Object(
  {
    success: Type.Literal(true),
    found_parts: Type.Array(Part),
    not_found: Type.Array(Type.String(), {
      description: "The entries that matched nothing, exactly as sent.",
    }),
    summary: Type.Object({
      total_requested: Type.Integer(),
      found: Type.Integer(),
      not_found: Type.Integer(),
    }),
    matches: Type.Optional(
      Type.Array(
        Type.Object({
          entry: Type.String(),
          kind: Type.Enum(["part_number", "part_name"]),
          part_ids: Type.Array(Type.String()),
        }),
        { description: 'Which parts each entry matched; with `include: ["matches"]`.' },
      ),
    ),
    suggestions: Type.Optional(
      Type.Array(
        Type.Object({
          entry: Type.String(),
          part_number: Type.String(),
          reason: Type.Enum(["punctuation", "superseded", "alternate"]),
        }),
        { description: 'Numbers worth a look; with `include: ["suggestions"]`.' },
      ),
    ),
  },
  { $id: "CatalogAnswer", title: "Catalog answer" },
);
export type CatalogAnswer = Type.Static<typeof CatalogAnswer>;
