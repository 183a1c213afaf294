const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** True for a UUID in canonical lower-case form; PostgreSQL would reject other ids as an error. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}
