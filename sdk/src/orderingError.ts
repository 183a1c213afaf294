import type { ErrorAnswer, FaultDetail } from "./wireTypes.ts";

/** An error response of the service. `retryAfterS` is set if the response has Retry-After. */
export class OrderingError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string;
  readonly details: readonly FaultDetail[];
  readonly retryAfterS: number | undefined;

  constructor(status: number, answer: ErrorAnswer, retryAfterS: number | undefined) {
    super(answer.error.message);
    this.name = "OrderingError";
    this.status = status;
    this.code = answer.error.code;
    this.requestId = answer.error.request_id;
    this.details = answer.error.details ?? [];
    this.retryAfterS = retryAfterS;
  }
}
