// What the service refuses, as an error that programs can tell apart by its code.
import type { ErrorAnswer, FaultDetail } from "./wireTypes.ts";

/** A refusal of the service. `retryAfterS` is set where it said when to try again. */
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
