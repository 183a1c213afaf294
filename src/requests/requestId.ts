// A request id is "req_" plus a UUID version 7, which contains the time. The log stores the UUID.

const shape =
  /^(?:req_)?([0-9a-f]{8})-?([0-9a-f]{4})-?(7[0-9a-f]{3})-?([0-9a-f]{4})-?([0-9a-f]{12})$/;

/** Reads the UUID from a request id in either form; undefined for any other text. */
export function toLoggedRequestId(text: string): string | undefined {
  const found = shape.exec(text.trim().toLowerCase());
  return found?.slice(1).join("-");
}

/** Formats the id as in X-Request-Id. */
export function toRequestId(loggedId: string): string {
  return `req_${loggedId.replaceAll("-", "")}`;
}

/** Reads the start time, in milliseconds, from a request id in either form. */
export function requestMoment(id: string): Date {
  const digits = id.startsWith("req_") ? id.slice(4, 16) : id.slice(0, 8) + id.slice(9, 13);
  return new Date(Number.parseInt(digits, 16));
}
