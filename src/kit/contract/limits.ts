/** The prefixes of the API, which behave identically. */
export const apiPrefixes = ["/public/api/v1/b2b", "/api/b2b"] as const;

/** Bounds of requests. Lengths are in characters, the body in bytes. */
export const limits = {
  entries: 50,
  entryLength: 200,
  orderLines: 500,
  quantity: 1_000_000,
  poNumberLength: 64,
  shipToLength: 500,
  notesLength: 2_000,
  remarkLength: 200,
  quoteLines: 200,
  quoteOptions: 10,
  quoteMessages: 500,
  quoteRemarkLength: 500,
  idempotencyKeyLength: 255,
  partIdLength: 64,
  pageSize: 100,
  bodyBytes: 262_144,
} as const;

/** Bounds of what responses contain: every stored value is within them. */
export const storedLimits = {
  partNumberLength: 100,
  vendorLength: 200,
  nameLength: 500,
  descriptionLength: 4_000,
  shortTextLength: 200,
  tradeCodeLength: 4,
  statusLength: 12,
  /** A 32-bit integer: stock can grow when allocations end. */
  stock: 2_147_483_647,
  leadTimeDays: 3_650,
  replacements: 100,
  /** 30 digits and a point. */
  amountLength: 31,
  idLength: 36,
  orderNumberLength: 22,
  timeLength: 24,
  dayLength: 10,
  requestedCodes: 100,
  cursorLength: 32,
  referenceLength: 100,
  reasonLength: 500,
  suggestionsPerEntry: 10,
  /** An entry whose words are replaced by longer ones. */
  readAsLength: 2_000,
  requestIdLength: 36,
  /** Messages repeat names of query parameters, whose maximum is the size of headers. */
  messageLength: 20_000,
  headerLength: 200,
  validationFaults: 1_000,
  faultsPerLine: 3,
} as const;

/** What an Idempotency-Key consists of: printable ASCII characters. */
export const idempotencyKeyPattern = "^[\\x20-\\x7e]+$";
