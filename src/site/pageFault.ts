// What went wrong, in words for people: what it is, why, and what to do. The API has its own
// catalogue; this one is of pages alone.
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
    title: "There is nothing at this address",
    why: "It may be mistyped, or what it led to belongs to another account or is gone.",
    remedy: "Check the address, or search for the part or the order.",
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: "This address cannot be opened that way",
    why: "It takes what a form sends, or it only shows a page.",
    remedy: "Go back to the page you came from and use its buttons.",
  },
  CROSS_SITE: {
    status: 403,
    title: "Nothing was changed: this came from another site",
    why: "Your browser says that a page of another site sent the form.",
    remedy: "Open the page here and send its form again.",
  },
  FORBIDDEN: {
    status: 403,
    title: "Only an admin of your account can do this",
    why: "You are signed in as a buyer.",
    remedy: "Ask an admin of your account; the account page names them.",
  },
  VIEW_ONLY: {
    status: 403,
    title: "Nothing was changed: you only look here",
    why: "You see the site as an account's buyers do. That you asked was written down.",
    remedy: "End the view and do it in the console, or ask the account's people to do it.",
  },
  ROLE_FORBIDS: {
    status: 403,
    title: "Your role does not let you do this",
    why: "It is for other roles of the console. That you asked was written down.",
    remedy: "Ask an admin of the console to do it, or to give you another role.",
  },
  REQUEST_TIMEOUT: {
    status: 408,
    title: "The request did not arrive in time",
    why: "The connection was too slow, or was cut off.",
    remedy: "Send it again, a large file in smaller parts.",
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    title: "This is more than the page takes",
    why: "What was sent is larger than its limit. Nothing was changed.",
    remedy: "Go back and send less at once.",
  },
  VALIDATION_FAILED: {
    status: 400,
    title: "This request cannot be read",
    why: "Its address or its form is damaged. Nothing was changed.",
    remedy: "Go back, load the page again and try once more.",
  },
  RATE_LIMITED: {
    status: 429,
    title: "Too many requests",
    why: "More were sent than this address takes in a minute.",
    remedy: "Wait a minute and try again.",
  },
  UNAVAILABLE: {
    status: 503,
    title: "The service cannot do this just now",
    why: "The database did not answer in time.",
    remedy: "Wait a moment, look at how things stand, and try again.",
  },
  INTERNAL_ERROR: {
    status: 500,
    title: "Something failed here that should not have",
    why: "Nobody foresaw it. The request id below helps us find it.",
    remedy: "Try again. If it fails again, write to us and name the request id.",
  },
} as const satisfies Record<string, PageFault>;

export type PageFaultCode = keyof typeof pageFaults;

function isPageFaultCode(code: string): code is PageFaultCode {
  return Object.hasOwn(pageFaults, code);
}

/** What an error is for people, and what an operator has to know of it. */
export function toPageFault(error: unknown): {
  readonly code: PageFaultCode;
  readonly cause: unknown;
} {
  const { code, cause } = toFailure(error);
  return { code: isPageFaultCode(code) ? code : "INTERNAL_ERROR", cause: cause ?? error };
}
