// The error pages of both sites: what happened, why, and what to do. The API has its own catalogue.
import { toFailure } from "../http/answerFailure.ts";
import { texts } from "./texts.ts";

export type PageFault = {
  readonly status: number;
  readonly title: string;
  readonly why: string;
  readonly remedy: string;
};

export const pageFaults = {
  NOT_FOUND: { status: 404, ...texts.faults.NOT_FOUND },
  METHOD_NOT_ALLOWED: { status: 405, ...texts.faults.METHOD_NOT_ALLOWED },
  CROSS_SITE: { status: 403, ...texts.faults.CROSS_SITE },
  FORBIDDEN: { status: 403, ...texts.faults.FORBIDDEN },
  VIEW_ONLY: { status: 403, ...texts.faults.VIEW_ONLY },
  ROLE_FORBIDS: { status: 403, ...texts.faults.ROLE_FORBIDS },
  REQUEST_TIMEOUT: { status: 408, ...texts.faults.REQUEST_TIMEOUT },
  PAYLOAD_TOO_LARGE: { status: 413, ...texts.faults.PAYLOAD_TOO_LARGE },
  VALIDATION_FAILED: { status: 400, ...texts.faults.VALIDATION_FAILED },
  RATE_LIMITED: { status: 429, ...texts.faults.RATE_LIMITED },
  UNAVAILABLE: { status: 503, ...texts.faults.UNAVAILABLE },
  OUTCOME_UNKNOWN: { status: 503, ...texts.faults.OUTCOME_UNKNOWN },
  INTERNAL_ERROR: { status: 500, ...texts.faults.INTERNAL_ERROR },
} as const satisfies Record<string, PageFault>;

export type PageFaultCode = keyof typeof pageFaults;

function isPageFaultCode(code: string): code is PageFaultCode {
  return Object.hasOwn(pageFaults, code);
}

export function toPageFault(error: unknown): {
  readonly code: PageFaultCode;
  readonly cause: unknown;
} {
  const { code, cause } = toFailure(error);
  return { code: isPageFaultCode(code) ? code : "INTERNAL_ERROR", cause: cause ?? error };
}
