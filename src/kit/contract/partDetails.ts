import Type from "typebox";
import { int32, nullableString, quantityField } from "./fields.ts";
import { storedLimits } from "./limits.ts";

const PartNumbers = Type.Array(Type.String({ maxLength: storedLimits.partNumberLength }), {
  description: "Part numbers that the vendor names as alternates.",
  maxItems: storedLimits.replacements,
  examples: [["DA27845-1"]],
});

const LeadTime = Type.Integer({ ...int32, minimum: 0, maximum: storedLimits.leadTimeDays });

export const PartDetailsObject = Type.Object(
  {
    min_quantity: quantityField("The smallest quantity that this account can order.", 1),
    multiple: quantityField("The quantity must be a multiple of this.", 1),
    lead_time_days: Type.Union([LeadTime, Type.Null()], {
      description: "Days until the distributor has more, or null if not stated.",
      examples: [14],
    }),
    manufacturer: nullableString(
      "Name of the manufacturer.",
      "Example Seals",
      storedLimits.shortTextLength,
    ),
    cage: nullableString("CAGE code of the manufacturer.", "1ABC5", 5),
    nsn: nullableString("NATO stock number.", "5331-00-123-4567", 16),
    certificates: Type.Array(Type.String({ maxLength: storedLimits.shortTextLength }), {
      description: "Codes of the certificates that come with the part.",
      maxItems: storedLimits.shortTextLength,
      examples: [["8130-3"]],
    }),
    shelf_life_expires: nullableString("The day on which the shelf life ends.", "2028-06-30", 10),
    alternates: PartNumbers,
    superseded_by: nullableString(
      "The part number that replaces this one.",
      "DA27845-3",
      storedLimits.partNumberLength,
    ),
  },
  {
    $id: "PartDetails",
    title: "Part details",
    description: "What a buyer needs to know about a part to order it.",
  },
);
export type PartDetails = Type.Static<typeof PartDetailsObject>;
