// The wire format of POST …/catalog.
import Type from "typebox";
import {
  described,
  documentedAs,
  integerField,
  MoneyObject,
  nullable,
  nullableString,
  optional,
  quantityField,
  stringField,
} from "./fields.ts";
import { limits, storedLimits } from "./limits.ts";
import { PartDetailsObject } from "./partDetails.ts";

const Entry = Type.String({ maxLength: limits.entryLength });

const includes = ["matches", "suggestions", "account_price", "unpriced", "details"] as const;
export type Include = (typeof includes)[number];

export const CatalogRequest = Type.Object(
  {
    part_numbers: optional(
      "array",
      documentedAs(
        Type.Array(Entry, {
          description:
            "Manufacturer part numbers, the most reliable way to search. " +
            `At most ${limits.entryLength} characters each.`,
          examples: [["DA65152-14", "DA40310-2"]],
        }),
        { maxItems: limits.entries },
      ),
    ),
    part_names: optional(
      "array",
      documentedAs(
        Type.Array(Entry, {
          description:
            "Part names or descriptions, for use when the exact number is unknown. " +
            `At most ${limits.entryLength} characters each.`,
          examples: [["fuel boost pump"]],
        }),
        { maxItems: limits.entries },
      ),
    ),
    in_stock: optional(
      "boolean",
      Type.Boolean({
        description: "If `true`, returns only parts with `available_stock` above 0; otherwise all.",
        examples: [true],
      }),
    ),
    include: optional(
      "array",
      documentedAs(
        Type.Array(Type.Enum([...includes]), {
          description:
            "Additional content of the response: `matches` (the parts that each entry matched), " +
            "`suggestions` (similar and replacement numbers), `account_price` (your own price), " +
            "`unpriced` (also parts whose price is on request) and `details` (order quantities, " +
            "lead time, manufacturer, certificates, shelf life and replacements).",
          examples: [["matches", "suggestions"]],
        }),
        { maxItems: includes.length },
      ),
    ),
  },
  {
    $id: "CatalogRequest",
    title: "Catalog request",
    description:
      "At least one of `part_numbers` and `part_names`, with 1 to " +
      `${limits.entries} entries in total. A field that is null counts as not sent.`,
  },
);
export type CatalogRequest = Type.Static<typeof CatalogRequest>;

export const QuantityBreak = Type.Object(
  {
    min_quantity: quantityField("The quantity from which this price applies.", 10),
    unit_price: described(MoneyObject, "The price of one unit from this quantity."),
  },
  {
    $id: "QuantityBreak",
    title: "Quantity break",
    description: "A quantity at which the unit price changes.",
  },
);

export const AccountPriceObject = Type.Object(
  {
    unit_price: described(MoneyObject, "The unit price of this account at the first quantity."),
    quantity_breaks: Type.Array(QuantityBreak, {
      description:
        "Every quantity at which the unit price changes. The first is the smallest that you can " +
        "order and that has a price.",
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
        "Opaque identifier for ordering. Valid for one hour, only for this account. Safe to log.",
      maxLength: limits.partIdLength,
      examples: ["pt_8Q2mWk0vT5yZr1aXc7LbNg"],
    }),
    part_number: stringField(
      "Manufacturer part number.",
      "DA65152-14",
      storedLimits.partNumberLength,
    ),
    part_name: nullableString(
      "Part name from catalog metadata.",
      "PACKING,PREFORMED",
      storedLimits.nameLength,
    ),
    title: nullableString(
      "Human-readable name.",
      "Preformed packing, fluorocarbon rubber, size 14",
      storedLimits.nameLength,
    ),
    description: nullableString(
      "Part description. Condition and unit of measure are separate fields.",
      "Preformed packing, fluorocarbon rubber, size 14, for hydraulic systems. ATA chapter 29.",
      storedLimits.descriptionLength,
    ),
    condition: stringField(
      "Condition code: `NE` new, `NS` new surplus, `OH` overhauled, `SV` serviceable, " +
        "`RP` repaired or repairable, `AR` as removed. Other codes are possible.",
      "NE",
      storedLimits.tradeCodeLength,
    ),
    unit_of_measure: stringField(
      "Unit in which the part is sold: `EA` each, and other industry codes.",
      "EA",
      storedLimits.tradeCodeLength,
    ),
    available_stock: integerField(
      "Units currently on hand and not allocated to an order.",
      1840,
      0,
      storedLimits.stock,
    ),
    price: nullable(
      MoneyObject,
      "Catalog list price of one unit. Your price may be lower. If there is no list price, your " +
        'contract price. Null only with `include: ["unpriced"]`: the price is on request.',
    ),
    status: stringField(
      "`ACTIVE` means the part can be ordered. `ON_HOLD`, `SUPERSEDED` and `DISCONTINUED` " +
        "parts are found but cannot be ordered.",
      "ACTIVE",
      storedLimits.statusLength,
    ),
    vendor: stringField(
      "Name of the supplier.",
      "Example Aero Distribution",
      storedLimits.vendorLength,
    ),
    account_price: Type.Optional(
      nullable(
        AccountPriceObject,
        'Your own price; only with `include: ["account_price"]`. Null if `price` is null.',
      ),
    ),
    details: Type.Optional(described(PartDetailsObject, 'Only with `include: ["details"]`.')),
  },
  {
    $id: "Part",
    title: "Part",
    description:
      "One offer: a part number of one vendor in one condition and unit of measure. " +
      "Unknown values are null; no field is missing.",
  },
);
export type Part = Type.Static<typeof Part>;

export const LookupSummary = Type.Object(
  {
    total_requested: integerField("Entries as sent.", 2, 0, limits.entries),
    found: integerField("Entries with a match.", 1, 0, limits.entries),
    not_found: integerField("Entries without a match.", 1, 0, limits.entries),
  },
  {
    $id: "LookupSummary",
    title: "Lookup summary",
    description: "Counts of entries, not of parts: `found` + `not_found` = `total_requested`.",
  },
);

export const EntryMatch = Type.Object(
  {
    entry: stringField("The entry exactly as sent.", "DA65152-14", limits.entryLength),
    kind: Type.Enum(["part_number", "part_name"], {
      description: "The array in which the entry was sent.",
      examples: ["part_number"],
    }),
    part_ids: Type.Array(Type.String({ maxLength: limits.partIdLength }), {
      description: "`part_id`s of the matching parts; empty if there are none.",
      examples: [["pt_8Q2mWk0vT5yZr1aXc7LbNg"]],
    }),
  },
  {
    $id: "EntryMatch",
    title: "Entry match",
    description: "The parts that one entry matched.",
  },
);

const suggestionReasons = [
  "price_on_request",
  "punctuation",
  "superseded",
  "alternate",
  "within",
  "nsn",
  "similar",
  "term",
  "spelling",
] as const;

export const SuggestedNumber = Type.Object(
  {
    entry: stringField("The entry exactly as sent.", "DA6515-214", limits.entryLength),
    part_number: stringField(
      "A part number in the catalog.",
      "DA65152-14",
      storedLimits.partNumberLength,
    ),
    reason: Type.Enum(suggestionReasons, {
      description:
        "`price_on_request`: is the entry itself, which is only found with `unpriced`. " +
        "`punctuation`: differs from the entry only in punctuation. `superseded`: supersedes " +
        "the part found, directly or through others. `alternate`: may replace the part found. " +
        "`within`: the entry is this number with other text around it, or this name has " +
        "only some of its words. `nsn`: has the NSN or " +
        "NIIN in the entry. `similar`: differs by confused characters, such as O and 0, or by " +
        "one character. `term`: has what catalogs call this name, or its words in another form. " +
        "`spelling`: has this name " +
        "with one typing error corrected in a word.",
      examples: ["punctuation"],
    }),
    read_as: Type.Optional(
      stringField(
        "For names: the name that finds the part.",
        "pin cotter",
        storedLimits.readAsLength,
      ),
    ),
  },
  {
    $id: "Suggestion",
    title: "Suggestion",
    description: "A part number that was not found for the entry but may be what was meant.",
  },
);

export const CatalogAnswer = Type.Object(
  {
    success: Type.Literal(true, { description: "`true` for every 2xx response." }),
    found_parts: Type.Array(Part, {
      description: "The matching parts, each once; empty if there are none.",
    }),
    not_found: Type.Array(Entry, {
      description: "The entries without a match, exactly as sent and in the order sent.",
      maxItems: limits.entries,
      examples: [["DA6515-214"]],
    }),
    summary: described(LookupSummary, "Counts of the entries."),
    matches: Type.Optional(
      Type.Array(EntryMatch, {
        description: 'The parts that each entry matched; only with `include: ["matches"]`.',
        maxItems: limits.entries,
      }),
    ),
    suggestions: Type.Optional(
      Type.Array(SuggestedNumber, {
        description:
          "Suggested part numbers, at most ten per entry, best first; only with " +
          '`include: ["suggestions"]`. A suggestion never replaces an entry.',
        maxItems: limits.entries * storedLimits.suggestionsPerEntry,
      }),
    ),
  },
  { $id: "CatalogAnswer", title: "Catalog answer", description: "The result of a lookup." },
);
export type CatalogAnswer = Type.Static<typeof CatalogAnswer>;
