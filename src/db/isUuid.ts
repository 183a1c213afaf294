// Whether a text can be asked for as an id: anything else would be an error of the database.

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** True for the canonical form of a UUID, in lower case. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}
