// Arrays as PostgreSQL reads them, for columns of many rows: the driver would look at every element
// of them again.

const special = /["\\]/;

/** An element of an array of any type. */
export function toElement(value: string | number | boolean | null): string {
  if (value === null) return "NULL";
  if (typeof value !== "string") return String(value);
  return special.test(value) ? `"${value.replace(/["\\]/g, "\\$&")}"` : `"${value}"`;
}

/** An array of such elements. */
export function toArrayLiteral(elements: readonly string[]): string {
  return `{${elements.join(",")}}`;
}
