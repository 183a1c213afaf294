// A row of the demo catalog, as the text cells of a catalog file.

/** The columns of the demo catalog: all that a catalog file can have, in its order. */
export const demoColumns = [
  "part_number",
  "part_name",
  "title",
  "description",
  "condition",
  "unit_of_measure",
  "available_stock",
  "price",
  "currency",
  "status",
  "vendor",
  "min_quantity",
  "multiple",
  "lead_time_days",
  "superseded_by",
  "alternates",
  "interchangeable",
  "manufacturer",
  "cage",
  "nsn",
  "certificate",
  "shelf_life_expires",
] as const;

/** An offer as text cells; what is unknown is empty. */
export type DemoOffer = Readonly<Record<(typeof demoColumns)[number], string>>;
