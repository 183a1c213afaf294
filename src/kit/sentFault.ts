// Errors sent from one thread or process to another keep what determines the response.
import { isUnavailable, UnavailableError, UnknownOutcomeError } from "../db/databaseErrors.ts";
import { type ErrorCode, Failure } from "./errors.ts";

export type SentFault =
  | {
      readonly kind: "failure";
      readonly code: ErrorCode;
      readonly message: string;
      readonly retryAfterS: number | undefined;
    }
  | { readonly kind: "unavailable" | "unknown outcome" | "error"; readonly message: string };

export function toSentFault(error: unknown): SentFault {
  if (error instanceof Failure) {
    const { code, message, retryAfterS } = error;
    return { kind: "failure", code, message, retryAfterS };
  }
  if (error instanceof UnknownOutcomeError) {
    return { kind: "unknown outcome", message: error.message };
  }
  const { message } = error instanceof Error ? error : new Error(String(error));
  return { kind: isUnavailable(error) ? "unavailable" : "error", message };
}

export function toError(fault: SentFault): Error {
  const { kind, message } = fault;
  if (kind === "failure") {
    const { code, retryAfterS } = fault;
    return new Failure(code, retryAfterS === undefined ? { message } : { message, retryAfterS });
  }
  if (kind === "unknown outcome") return new UnknownOutcomeError({});
  return kind === "unavailable" ? new UnavailableError(message) : new Error(message);
}
