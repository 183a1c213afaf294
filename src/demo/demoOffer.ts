/** All columns of a catalog file, in its order. */
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

export type DemoOffer = Readonly<Record<(typeof demoColumns)[number], string>>;
