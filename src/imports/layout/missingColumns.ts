// Columns that a file must have and does not.

type NeededColumn = {
  readonly name: string;
  readonly required: boolean | "either";
  readonly filledBy?: string;
};

export function quoteAll(headers: readonly string[]): string {
  return headers.map((header) => `"${header}"`).join(", ");
}

export function describeMissing(missing: readonly string[], ignored: readonly string[]): string {
  const known = ignored.length === 0 ? "" : ` Unknown headers: ${quoteAll(ignored)}.`;
  return `Missing columns: ${missing.join(", ")}.${known}`;
}

/** The columns that a file must have, of those with "either" one, and that `has` does not know. */
export function listMissing(
  rules: readonly NeededColumn[],
  has: (name: string) => boolean,
): string[] {
  const namesOf = (required: NeededColumn["required"]) =>
    rules.filter((rule) => rule.required === required).map(({ name }) => name);
  const either = namesOf("either");
  const isFilled = ({ name, filledBy }: NeededColumn) =>
    has(name) || (filledBy !== undefined && has(filledBy));
  const lacking = rules.filter((rule) => rule.required === true && !isFilled(rule));
  const names = lacking.map(({ name }) => name);
  return either.length === 0 || either.some(has) ? names : [...names, either.join(" or ")];
}
