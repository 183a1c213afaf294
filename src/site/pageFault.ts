// The error pages of both sites: what happened, why, and what to do. The API has its own catalogue.
import { toFailure } from "../http/answerFailure.ts";

export type PageFault = {
  readonly status: number;
  readonly title: string;
  readonly why: string;
  readonly remedy: string;
};

export const pageFaults = {
  NOT_FOUND: {
    status: 404,
    title: "Page not found",
    why: "The address may be mistyped, or the page belongs to another account or no longer exists.",
    remedy: "Check the address, or search for the part or order.",
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: "This page can't be opened directly",
    why: "Its address only accepts a submitted form.",
    remedy: "Go back and use the buttons of the previous page.",
  },
  CROSS_SITE: {
    status: 403,
    title: "Nothing changed: the form came from another site",
    why: "Your browser reports that another site sent this form.",
    remedy: "Open the page here and send its form again.",
  },
  FORBIDDEN: {
    status: 403,
    title: "Only admins of your account can do this",
    why: "You are signed in as a buyer.",
    remedy: "Ask an admin of your account. The people page lists them.",
  },
  VIEW_ONLY: {
    status: 403,
    title: "Nothing changed: you are viewing as a buyer",
    why: "This view is read-only. Your attempt was recorded.",
    remedy: "End the view and make the change in the console, or ask a person of the account.",
  },
  ROLE_FORBIDS: {
    status: 403,
    title: "Your role doesn't allow this",
    why: "Only other roles can do this. Your attempt was recorded.",
    remedy: "Ask an admin of the console to do it or to change your role.",
  },
  REQUEST_TIMEOUT: {
    status: 408,
    title: "The request took too long to arrive",
    why: "The connection was slow or interrupted.",
    remedy: "Send it again. Split a large file into smaller ones.",
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    title: "This is too large",
    why: "The form or file exceeds the limit of this page. Nothing changed.",
    remedy: "Go back and send less at a time.",
  },
  VALIDATION_FAILED: {
    status: 400,
    title: "This request can't be read",
    why: "Its address or form is damaged. Nothing changed.",
    remedy: "Go back, reload the page and try again.",
  },
  RATE_LIMITED: {
    status: 429,
    title: "Too many requests",
    why: "This address accepts fewer requests per minute.",
    remedy: "Wait a minute and try again.",
  },
  UNAVAILABLE: {
    status: 503,
    title: "The service is temporarily unavailable",
    why: "The database did not respond in time.",
    remedy: "Wait a moment, check whether your change was made, and try again.",
  },
  OUTCOME_UNKNOWN: {
    status: 503,
    title: "The outcome is unknown",
    why: "The connection to the database was lost while your change was being saved.",
    remedy: "Reload the page that you came from to see whether your change was made.",
  },
  INTERNAL_ERROR: {
    status: 500,
    title: "Something went wrong",
    why: "An unexpected error occurred. The request ID below helps us find it.",
    remedy: "Try again. If it happens again, write to us and include the request ID.",
  },
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
