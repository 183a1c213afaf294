// Merges what a person typed with what others saved since the form was opened. Invariant: what
// others saved is replaced only by a person who saw it.

type Row<Field extends string> = Readonly<Record<Field, string | null>>;

/** The values that a form showed, those that were sent, and those that are stored now. */
export type Versions<Values> = {
  readonly shown: Values;
  readonly typed: Values;
  readonly current: Values;
};

export type MergedEdit<Field extends string, Values> = {
  /** What to store, if nothing conflicts; otherwise what the form shows next. */
  readonly merged: Values;
  /** The differing fields of groups that both changed: a person has to be asked. */
  readonly conflicts: readonly Field[];
  /** Fields that others changed and that stay as they are. */
  readonly others: readonly Field[];
};

/** No value is an empty text, and spaces around a text are not typed on purpose. */
function isSame(one: string | null, other: string | null): boolean {
  return (one ?? "").trim() === (other ?? "").trim();
}

/**
 * Takes the typed values of each group that was typed, and the current ones of all others. `groups`
 * has every field; the fields of a group mean something only together. Values are compared as
 * `normalize` writes them, if one value may be typed in several ways.
 */
export function mergeEdit<Field extends string, Values extends Row<Field>>(
  versions: Versions<Values>,
  groups: readonly (readonly Field[])[],
  normalize: (values: Values) => Row<Field> = (values) => values,
): MergedEdit<Field, Values> {
  const { typed: sent, current: stored } = versions;
  const shown = normalize(versions.shown);
  const typed = normalize(sent);
  const current = normalize(stored);
  const merged = { ...stored };
  const conflicts: Field[] = [];
  const others: Field[] = [];
  for (const group of groups) {
    const changed = group.filter((field) => !isSame(shown[field], current[field]));
    const differing = group.filter((field) => !isSame(typed[field], current[field]));
    if (group.every((field) => isSame(shown[field], typed[field]))) {
      others.push(...changed);
      continue;
    }
    for (const field of differing) merged[field] = sent[field];
    if (changed.length > 0) conflicts.push(...differing);
  }
  return { merged, conflicts, others };
}
