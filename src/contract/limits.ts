/** The prefixes of the API, which behave identically (decision 1). */
export const apiPrefixes = ["/public/api/v1/b2b", "/api/b2b"] as const;

/** Bounds of requests (decisions 13, 24 and 30). Lengths are in characters, the body in bytes. */
export const limits = {
  entries: 50,
  entryLength: 200,
  orderLines: 500,
  quantity: 1_000_000,
  poNumberLength: 64,
  notesLength: 2_000,
  idempotencyKeyLength: 255,
  partIdLength: 64,
  pageSize: 100,
  bodyBytes: 262_144,
} as const;

/** What an Idempotency-Key consists of: printable ASCII characters. */
export const idempotencyKeyPattern = "^[\\x20-\\x7e]+$";
