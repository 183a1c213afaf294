// The lines of orders in requests and responses.
import Type from "typebox";
import {
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
  },
  {
    $id: "LineItem",
    title: "Line item",
    description: "A line of an order. Lines are in the order sent.",
  },
);
export type LineItem = Type.Static<typeof LineItem>;
