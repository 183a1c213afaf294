// What the request log stores of an error: where it was and its message. Invariant: both are short,
// and no part of an API key is in them.
import { allErrors, type Failure } from "../kit/errors.ts";

export type RequestError = {
  /** Place of the first fault, such as `part_numbers[3]`; null if it is the whole request. */
  readonly errorPath?: string | null;
  /** Null if it is the one that the catalogue of errors has for the code. */
  readonly errorMessage?: string | null;
};

/** In characters. */
export const requestErrorLimits = { path: 100, message: 300 } as const;

/** Names of query parameters are repeated in paths and messages, whatever a client sent as one. */
const plainKeys = /\b(sk|ok)_live_\w+/g;

function shorten(text: string, max: number): string {
  const masked = text.replace(plainKeys, "$1_live_…");
  return masked.length <= max ? masked : `${masked.slice(0, max - 1).toWellFormed()}…`;
}

/** Describes the error that was sent. */
export function toRequestError({ code, message, details = [] }: Failure): RequestError {
  const [first] = details;
  const isOwn = message !== allErrors[code].message;
  const reason = isOwn && details.length < 2 ? message : first?.message;
  const count = details.length < 2 ? "" : ` (1 of ${details.length} errors)`;
  const { path: maxPath, message: maxMessage } = requestErrorLimits;
  return {
    errorPath: first === undefined || first.path === "" ? null : shorten(first.path, maxPath),
    errorMessage: reason === undefined ? null : shorten(reason, maxMessage - count.length) + count,
  };
}

/** The message that the client received, shortened; null for a successful request. */
export function readErrorMessage(logged: {
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
}): string | null {
  const { errorCode, errorMessage } = logged;
  if (errorCode === null || errorMessage !== null) return errorMessage;
  return new Map(Object.entries(allErrors)).get(errorCode)?.message ?? null;
}
