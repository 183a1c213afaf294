// Ids of requests: "req_" and a UUID of version 7, which tells the moment, in the log without both
// prefix and hyphens.

const shape =
  /^(?:req_)?([0-9a-f]{8})-?([0-9a-f]{4})-?(7[0-9a-f]{3})-?([0-9a-f]{4})-?([0-9a-f]{12})$/;

/** The UUID in an id of a request, in any of its forms; undefined for any other text. */
export function toLoggedRequestId(text: string): string | undefined {
  const found = shape.exec(text.trim().toLowerCase());
  return found?.slice(1).join("-");
}

/** The id as X-Request-Id has it. */
export function toRequestId(loggedId: string): string {
  return `req_${loggedId.replaceAll("-", "")}`;
}

/** The moment at which a call began, to the millisecond, from its id in either form. */
export function requestMoment(id: string): Date {
  const digits = id.startsWith("req_") ? id.slice(4, 16) : id.slice(0, 8) + id.slice(9, 13);
  return new Date(Number.parseInt(digits, 16));
}
