// Forms that several people edit. Invariant: nobody replaces a version that they have not seen.
import { createHash } from "node:crypto";

type Texts<Name extends string> = Readonly<Record<Name, string | null>>;

/** A digest of what a form was opened with: if it is another one later, somebody changed it. */
export function versionOf<Name extends string>(texts: Texts<Name>, names: readonly Name[]): string {
  const text = JSON.stringify(names.map((name) => texts[name]));
  return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}

/**
 * The fields in which two versions differ. No value is an empty text, and spaces around a text are
 * not typed on purpose.
 */
export function listDifferences<Name extends string>(
  one: Texts<Name>,
  other: Texts<Name>,
  names: readonly Name[],
): readonly Name[] {
  return names.filter((name) => (one[name] ?? "").trim() !== (other[name] ?? "").trim());
}
