// The lines of orders in requests and responses.
import Type from "typebox";
import {
  added,
  described,
  documentedAs,
  int32,
  integerField,
  MoneyObject,
  nullableString,
  optional,
  stringField,
} from "./fields.ts";
import { limits, storedLimits } from "./limits.ts";

/** Excludes control characters, line breaks and, by the `u` flag, lone surrogates. */
export const printable = "^[^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029\\uD800-\\uDFFF]*$";

const remarkExample = "Aircraft 5B-DCX, job 4471";
const dayExample = "2026-12-12";

export const RequestedLine = Type.Object(
  {
    part_id: documentedAs(
      Type.String({
        description: "From a catalog lookup by this account, at most one hour old.",
        examples: ["pt_8Q2mWk0vT5yZr1aXc7LbNg"],
      }),
      { maxLength: limits.partIdLength },
    ),
    quantity: documentedAs(
      Type.Integer({
        description: 'An integer; `1.0` is valid, `"1"` is not.',
        minimum: 1,
        maximum: limits.quantity,
        examples: [25],
      }),
      int32,
    ),
    remark: optional(
      "string",
      Type.String({
        description: "One line of text, for example the aircraft and the job.",
        maxLength: limits.remarkLength,
        pattern: printable,
        examples: [remarkExample],
      }),
    ),
    needed_by: optional(
      "string",
      documentedAs(
        Type.String({
          description: "The day by which you need the parts, today or later.",
          format: "date",
          examples: [dayExample],
        }),
        { maxLength: storedLimits.dayLength },
      ),
    ),
  },
  {
    $id: "RequestedLine",
    title: "Requested line",
    description: "A part and its quantity. Several lines may have the same part.",
  },
);

const codes = (description: string, example: string) =>
  Type.Array(Type.String({ maxLength: storedLimits.shortTextLength }), {
    description,
    maxItems: storedLimits.requestedCodes,
    examples: [[example]],
  });

export const Requested = Type.Object(
  {
    part_number: Type.Optional(
      stringField(
        "The part number as it was listed, if another one is ordered.",
        "DA 1147-37-3",
        storedLimits.partNumberLength,
      ),
    ),
    quantity: Type.Optional(
      Type.Number({
        description: "The quantity as it was asked for, in `unit`, if something else is ordered.",
        exclusiveMinimum: 0,
        maximum: 10_000_000,
        examples: [24],
      }),
    ),
    unit: Type.Optional(stringField("The unit of `quantity`.", "EA", storedLimits.shortTextLength)),
    conditions: Type.Optional(
      codes("Conditions, any of which is enough. Unknown ones are as they were written.", "OH"),
    ),
    certificates: Type.Optional(
      codes(
        "Certificates, any of which is enough. Unknown ones are as they were written.",
        "EASA Form 1",
      ),
    ),
    needed_by: Type.Optional(
      stringField(
        "The date as it was written, if it is no clear date.",
        "ASAP",
        storedLimits.shortTextLength,
      ),
    ),
  },
  {
    $id: "Requested",
    title: "Requested",
    description: "What a list asked for, if the line comes from one on the web site.",
  },
);

export const LineItem = Type.Object(
  {
    part_number: stringField(
      "Manufacturer part number.",
      "DA65152-14",
      storedLimits.partNumberLength,
    ),
    title: nullableString(
      "Human-readable name.",
      "Preformed packing, fluorocarbon rubber, size 14",
      storedLimits.nameLength,
    ),
    condition: stringField("Condition code.", "NE", storedLimits.tradeCodeLength),
    unit_of_measure: stringField(
      "Unit in which the part is sold.",
      "EA",
      storedLimits.tradeCodeLength,
    ),
    vendor: stringField(
      "Name of the supplier.",
      "Example Aero Distribution",
      storedLimits.vendorLength,
    ),
    manufacturer: added("Name of the manufacturer.", "Example Seals", storedLimits.shortTextLength),
    cage: added("CAGE code of the manufacturer.", "1ABC5", 5),
    certificate: added(
      "Codes of the certificates that come with the part, separated by semicolons.",
      "8130-3; CoC",
      storedLimits.shortTextLength,
    ),
    quantity: integerField("Ordered quantity.", 25, 1, limits.quantity),
    unit_price: described(
      MoneyObject,
      "The account's actual unit price; may be lower than the catalog `price`.",
    ),
    line_total: described(
      MoneyObject,
      "The exact `unit_price` multiplied by `quantity`, rounded once, half up.",
    ),
    remark: Type.Optional(
      stringField("Only if the line has one.", remarkExample, limits.remarkLength),
    ),
    needed_by: Type.Optional(
      Type.String({
        description: "Only if the line has one: the day by which the parts are needed.",
        format: "date",
        maxLength: storedLimits.dayLength,
        examples: [dayExample],
      }),
    ),
    requested: Type.Optional(described(Requested, "Only if something was asked for.")),
  },
  {
    $id: "LineItem",
    title: "Line item",
    description: "A line of an order. Lines are in the order sent.",
  },
);
export type LineItem = Type.Static<typeof LineItem>;
