// The wire format of the catalog lookup (interface, "POST …/catalog"; decisions 12 to 20).
import Type from "typebox";
import { described, MoneyObject, nullableString, optional } from "./fields.ts";
import { limits } from "./limits.ts";

const Entry = Type.String({ maxLength: limits.entryLength });

export const includes = ["matches", "suggestions", "account_price"] as const;
export type Include = (typeof includes)[number];

export const CatalogRequest = Type.Object(
  {
    part_numbers: optional(
      "array",
      Type.Array(Entry, {
        description:
          "Manufacturer part numbers, the most reliable way to search. " +
          `An entry has at most ${limits.entryLength} characters.`,
        examples: [["DA65152-14", "DA40310-2"]],
      }),
    ),
    part_names: optional(
      "array",
      Type.Array(Entry, {
        description:
          "Part names or descriptions, for use when the exact number is unknown. " +
          `An entry has at most ${limits.entryLength} characters.`,
        examples: [["fuel boost pump"]],
      }),
    ),
    in_stock: optional(
      "boolean",
      Type.Boolean({
        description: "With `true` only parts with `available_stock` above 0 are returned.",
        default: false,
        examples: [true],
      }),
    ),
    include: optional(
      "array",
      Type.Array(Type.Enum([...includes]), {
        description:
          "Additions to the answer: `matches` (which parts each entry matched), `suggestions` " +
          "(numbers worth a look) and `account_price` (your own price of each part).",
        examples: [["matches", "suggestions"]],
      }),
    ),
  },
  {
    $id: "CatalogRequest",
    title: "Catalog request",
    description:
      "At least one of `part_numbers` and `part_names`, with 1 to " +
      `${limits.entries} entries over both. A field that is null counts as not sent.`,
  },
);
export type CatalogRequest = Type.Static<typeof CatalogRequest>;

export const QuantityBreak = Type.Object(
  {
    min_quantity: Type.Integer({
      description: "The quantity from which this price holds.",
      examples: [10],
    }),
    unit_price: described(MoneyObject, "The price of one unit from that quantity on."),
  },
  {
    $id: "QuantityBreak",
    title: "Quantity break",
    description: "A quantity at which the unit price changes.",
  },
);

export const AccountPriceObject = Type.Object(
  {
    unit_price: described(MoneyObject, "What one unit costs this account."),
    quantity_breaks: Type.Array(QuantityBreak, {
      description: "Every quantity at which the unit price changes, from 1 on.",
    }),
  },
  {
    $id: "AccountPrice",
    title: "Account price",
    description: "The account's own price of a part at the moment of the lookup.",
  },
);

export const Part = Type.Object(
  {
    part_id: Type.String({
      description:
        "Opaque identifier for ordering. Good for an hour, for this account alone. Safe to log.",
      maxLength: limits.partIdLength,
      examples: ["pt_8Q2mWk0vT5yZr1aXc7LbNg"],
    }),
    part_number: Type.String({
      description: "Manufacturer part number.",
      examples: ["DA65152-14"],
    }),
    part_name: nullableString("Part name from catalog metadata.", "PACKING,PREFORMED"),
    title: nullableString(
      "Human-readable name.",
      "Preformed packing, fluorocarbon rubber, size 14",
    ),
    description: nullableString(
      "Part description. Condition and unit of measure are fields of their own.",
      "Preformed packing, fluorocarbon rubber, size 14, for hydraulic systems. ATA chapter 29.",
    ),
    condition: Type.String({
      description:
        "Condition code: `NE` new, `NS` new surplus, `OH` overhauled, `SV` serviceable, " +
        "`RP` repaired, `AR` as removed. There may be others.",
      examples: ["NE"],
    }),
    unit_of_measure: Type.String({
      description: "Unit the part is sold in: `EA` each, and other codes of the trade.",
      examples: ["EA"],
    }),
    available_stock: Type.Integer({
      description: "Units on hand that can be sold.",
      examples: [1840],
    }),
    price: described(MoneyObject, "Catalog list price of one unit. Yours may be lower."),
    status: Type.String({
      description:
        "`ACTIVE` means the part can be ordered. `ON_HOLD`, `SUPERSEDED` and `DISCONTINUED` " +
        "parts are found but cannot be.",
      examples: ["ACTIVE"],
    }),
    vendor: Type.String({
      description: "Name of the supplier.",
      examples: ["Example Aero Distribution"],
    }),
    account_price: Type.Optional(
      described(AccountPriceObject, 'Your own price; with `include: ["account_price"]` only.'),
    ),
  },
  {
    $id: "Part",
    title: "Part",
    description:
      "One offer: a part number of one vendor in one condition and unit of measure. " +
      "What is unknown is null, never left out.",
  },
);
export type Part = Type.Static<typeof Part>;

export const LookupSummary = Type.Object(
  {
    total_requested: Type.Integer({ description: "Entries as sent.", examples: [2] }),
    found: Type.Integer({ description: "Entries that matched something.", examples: [1] }),
    not_found: Type.Integer({ description: "Entries that matched nothing.", examples: [1] }),
  },
  {
    $id: "LookupSummary",
    title: "Lookup summary",
    description: "Counts of entries, not of parts: `found` + `not_found` = `total_requested`.",
  },
);

export const EntryMatch = Type.Object(
  {
    entry: Type.String({ description: "The entry exactly as sent.", examples: ["DA65152-14"] }),
    kind: Type.Enum(["part_number", "part_name"], {
      description: "The array the entry was sent in.",
      examples: ["part_number"],
    }),
    part_ids: Type.Array(Type.String(), {
      description: "`part_id`s of the parts it matched; empty where it matched none.",
      examples: [["pt_8Q2mWk0vT5yZr1aXc7LbNg"]],
    }),
  },
  {
    $id: "EntryMatch",
    title: "Entry match",
    description: "What one entry of the request matched.",
  },
);

export const SuggestedNumber = Type.Object(
  {
    entry: Type.String({ description: "The entry exactly as sent.", examples: ["DA6515-214"] }),
    part_number: Type.String({
      description: "A number of the catalog worth a look.",
      examples: ["DA65152-14"],
    }),
    reason: Type.Enum(["punctuation", "superseded", "alternate"], {
      description:
        "`punctuation`: differs from the entry by punctuation alone. `superseded`: supersedes " +
        "the part found, directly or through others. `alternate`: may be used instead of it.",
      examples: ["punctuation"],
    }),
  },
  {
    $id: "Suggestion",
    title: "Suggestion",
    description: "A part number that is not what was asked for but may be what was meant.",
  },
);

export const CatalogAnswer = Type.Object(
  {
    success: Type.Literal(true, { description: "`true` for every 2xx answer." }),
    found_parts: Type.Array(Part, {
      description: "The parts that matched, each once; empty where nothing did.",
    }),
    not_found: Type.Array(Type.String(), {
      description: "The entries that matched nothing, exactly as sent, in the order sent.",
      examples: [["DA6515-214"]],
    }),
    summary: described(LookupSummary, "Counts of the request's entries."),
    matches: Type.Optional(
      Type.Array(EntryMatch, {
        description: 'Which parts each entry matched; with `include: ["matches"]` only.',
      }),
    ),
    suggestions: Type.Optional(
      Type.Array(SuggestedNumber, {
        description:
          "Numbers worth a look, at most ten an entry, the best first; with " +
          '`include: ["suggestions"]` only. They are never put in the place of an entry.',
      }),
    ),
  },
  { $id: "CatalogAnswer", title: "Catalog answer", description: "What a lookup found." },
);
export type CatalogAnswer = Type.Static<typeof CatalogAnswer>;
