// How a field of the wire format may be left out, be null, or say what it is in its place.
import Type, { type TSchema } from "typebox";

/** A string that may also be null: what is unknown is null, never left out (decision 19). */
export function nullableString(description: string, example: string | null) {
  return Type.Union([Type.String(), Type.Null()], { description, examples: [example] });
}

/** An optional request field in which null counts as not sent. Keeps one clear fault a field. */
export function optional<T extends TSchema>(type: string, schema: T) {
  return Type.Optional(Type.Unsafe<Type.Static<T> | null>({ ...schema, type: [type, "null"] }));
}

/** A named schema where it stands for one thing in particular, which the description says. */
export function described<T extends TSchema>(schema: T, description: string) {
  return Type.Unsafe<Type.Static<T>>({ ...schema, description });
}
