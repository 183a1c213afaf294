// A form that several people edit repeats what it showed in hidden fields, so that their changes
// can be merged.
import type { Fields } from "./fields.ts";

/** The field that repeats what a field showed. */
export function shownField(name: string): string {
  return `shown_${name}`;
}

/** The hidden fields that repeat what a form shows. */
export function repeatShown<Name extends string>(
  texts: Readonly<Record<Name, string | null>>,
  names: readonly Name[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [shownField(name), texts[name] ?? ""]));
}

/** What a form showed; a field that it does not repeat showed nothing. */
export function readShown<Name extends string>(
  form: Fields,
  names: readonly Name[],
): Readonly<Record<Name, string>> {
  const texts = names.map((name) => [name, form.text(shownField(name))] as const);
  return Object.fromEntries(texts) as Record<Name, string>;
}
