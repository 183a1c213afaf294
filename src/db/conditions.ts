/**
 * A filter of a list: SQL in which each `?` stands for the value. A value of null filters nothing.
 * Text without a `?` needs any other value and adds no parameter.
 */
export type Condition = readonly [text: string, value: unknown];

export type BuiltConditions = {
  /** The conditions that are set, joined by `and`; "true" if there are none. */
  readonly where: string;
  /** The values of all parameters of the statement, those given first. */
  readonly values: readonly unknown[];
  /** Which conditions are set, for the name of the prepared statement. */
  readonly key: string;
};

/**
 * Builds a `where` clause from the conditions whose value is not null, so that each set of filters
 * is a statement of its own and is planned for the indexes it can use. `given` are the values of
 * the parameters `$1` and so on that the rest of the statement contains.
 */
export function buildConditions(
  conditions: readonly Condition[],
  given: readonly unknown[] = [],
): BuiltConditions {
  const values = [...given];
  const texts: string[] = [];
  const set: number[] = [];
  for (const [place, [text, value]] of conditions.entries()) {
    if (value === null) continue;
    set.push(place);
    if (text.includes("?")) values.push(value);
    texts.push(text.replaceAll("?", () => `$${values.length}`));
  }
  return { where: texts.join(" and ") || "true", values, key: set.join(" ") };
}

/** Returns a `like` pattern that matches values containing the text. */
export function escapeLikePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
