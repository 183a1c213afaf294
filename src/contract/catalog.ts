// The wire format of POST …/catalog.
import Type from "typebox";
import {
  described,
  integerField,
  MoneyObject,
  nullable,
  nullableString,
  optional,
  stringField,
} from "./fields.ts";
import { limits } from "./limits.ts";

const Entry = Type.String({ maxLength: limits.entryLength });

const includes = ["matches", "suggestions", "account_price", "unpriced", "details"] as const;
export type Include = (typeof includes)[number];

export const CatalogRequest = Type.Object(
  {
    part_numbers: optional(
      "array",
      Type.Array(Entry, {
        description:
          "Manufacturer part numbers, the most reliable way to search. " +
          `At most ${limits.entryLength} characters each.`,
        examples: [["DA65152-14", "DA40310-2"]],
      }),
    ),
    part_names: optional(
      "array",
      Type.Array(Entry, {
        description:
          "Part names or descriptions, for use when the exact number is unknown. " +
          `At most ${limits.entryLength} characters each.`,
        examples: [["fuel boost pump"]],
      }),
    ),
    in_stock: optional(
      "boolean",
      Type.Boolean({
        description: "If `true`, returns only parts with `available_stock` above 0.",
        default: false,
        examples: [true],
      }),
    ),
    include: optional(
      "array",
      Type.Array(Type.Enum([...includes]), {
        description:
          "Additional content of the response: `matches` (the parts that each entry matched), " +
          "`suggestions` (similar and replacement numbers), `account_price` (your own price), " +
          "`unpriced` (also parts whose price is on request) and `details` (order quantities, " +
          "lead time, manufacturer, certificates, shelf life and replacements).",
        examples: [["matches", "suggestions"]],
      }),
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
    min_quantity: integerField("The quantity from which this price applies.", 10),
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

export const PartDetailsObject = Type.Object(
  {
    min_quantity: integerField("The smallest quantity that this account can order.", 1),
    multiple: integerField("The quantity must be a multiple of this.", 1),
    lead_time_days: Type.Union([Type.Integer(), Type.Null()], {
      description: "Days until the distributor has more, or null if not stated.",
      examples: [14],
    }),
    manufacturer: nullableString("Name of the manufacturer.", "Example Seals"),
    cage: nullableString("CAGE code of the manufacturer.", "1ABC5"),
    nsn: nullableString("NATO stock number.", "5331-00-123-4567"),
    certificates: Type.Array(Type.String(), {
      description: "Codes of the certificates that come with the part.",
      examples: [["8130-3"]],
    }),
    shelf_life_expires: nullableString("The day on which the shelf life ends.", "2028-06-30"),
    alternates: Type.Array(Type.String(), {
      description: "Part numbers that the vendor names as alternates.",
      examples: [["DA27845-1"]],
    }),
    superseded_by: nullableString("The part number that replaces this one.", "DA27845-3"),
  },
  {
    $id: "PartDetails",
    title: "Part details",
    description: "What an order and a buyer need to know of a part.",
  },
);
export type PartDetails = Type.Static<typeof PartDetailsObject>;

export const Part = Type.Object(
  {
    part_id: Type.String({
      description:
        "Opaque identifier for ordering. Valid for one hour, only for this account. Safe to log.",
      maxLength: limits.partIdLength,
      examples: ["pt_8Q2mWk0vT5yZr1aXc7LbNg"],
    }),
    part_number: stringField("Manufacturer part number.", "DA65152-14"),
    part_name: nullableString("Part name from catalog metadata.", "PACKING,PREFORMED"),
    title: nullableString(
      "Human-readable name.",
      "Preformed packing, fluorocarbon rubber, size 14",
    ),
    description: nullableString(
      "Part description. Condition and unit of measure are separate fields.",
      "Preformed packing, fluorocarbon rubber, size 14, for hydraulic systems. ATA chapter 29.",
    ),
    condition: stringField(
      "Condition code: `NE` new, `NS` new surplus, `OH` overhauled, `SV` serviceable, " +
        "`RP` repaired or repairable, `AR` as removed. Other codes are possible.",
      "NE",
    ),
    unit_of_measure: stringField(
      "Unit in which the part is sold: `EA` each, and other industry codes.",
      "EA",
    ),
    available_stock: integerField("Units currently on hand.", 1840),
    price: nullable(
      MoneyObject,
      "Catalog list price of one unit. Your price may be lower. If there is no list price, your " +
        'contract price. Null only with `include: ["unpriced"]`: the price is on request.',
    ),
    status: stringField(
      "`ACTIVE` means the part can be ordered. `ON_HOLD`, `SUPERSEDED` and `DISCONTINUED` " +
        "parts are found but cannot be ordered.",
      "ACTIVE",
    ),
    vendor: stringField("Name of the supplier.", "Example Aero Distribution"),
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
    total_requested: integerField("Entries as sent.", 2),
    found: integerField("Entries with a match.", 1),
    not_found: integerField("Entries without a match.", 1),
  },
  {
    $id: "LookupSummary",
    title: "Lookup summary",
    description: "Counts of entries, not of parts: `found` + `not_found` = `total_requested`.",
  },
);

export const EntryMatch = Type.Object(
  {
    entry: stringField("The entry exactly as sent.", "DA65152-14"),
    kind: Type.Enum(["part_number", "part_name"], {
      description: "The array in which the entry was sent.",
      examples: ["part_number"],
    }),
    part_ids: Type.Array(Type.String(), {
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

export const SuggestedNumber = Type.Object(
  {
    entry: stringField("The entry exactly as sent.", "DA6515-214"),
    part_number: stringField("A part number in the catalog.", "DA65152-14"),
    reason: Type.Enum(["punctuation", "superseded", "alternate"], {
      description:
        "`punctuation`: differs from the entry only in punctuation. `superseded`: supersedes " +
        "the part found, directly or through others. `alternate`: may replace the part found.",
      examples: ["punctuation"],
    }),
  },
  {
    $id: "Suggestion",
    title: "Suggestion",
    description: "A part number that was not requested but may be what was meant.",
  },
);

export const CatalogAnswer = Type.Object(
  {
    success: Type.Literal(true, { description: "`true` for every 2xx response." }),
    found_parts: Type.Array(Part, {
      description: "The matching parts, each once; empty if there are none.",
    }),
    not_found: Type.Array(Type.String(), {
      description: "The entries without a match, exactly as sent and in the order sent.",
      examples: [["DA6515-214"]],
    }),
    summary: described(LookupSummary, "Counts of the entries."),
    matches: Type.Optional(
      Type.Array(EntryMatch, {
        description: 'The parts that each entry matched; only with `include: ["matches"]`.',
      }),
    ),
    suggestions: Type.Optional(
      Type.Array(SuggestedNumber, {
        description:
          "Suggested part numbers, at most ten per entry, best first; only with " +
          '`include: ["suggestions"]`. A suggestion never replaces an entry.',
      }),
    ),
  },
  { $id: "CatalogAnswer", title: "Catalog answer", description: "The result of a lookup." },
);
export type CatalogAnswer = Type.Static<typeof CatalogAnswer>;
