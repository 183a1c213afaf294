/** The words that both sites share: what went wrong, help, and forms sent while signed out. */
export const texts = {
  faults: {
    NOT_FOUND: {
      title: "Page not found",
      why:
        "The address may be mistyped, or the page belongs to another account or no longer " +
        "exists.",
      remedy: "Check the address, or search for the part or order.",
    },
    METHOD_NOT_ALLOWED: {
      title: "This page can't be opened directly",
      why: "Its address only accepts a submitted form.",
      remedy: "Go back and use the buttons of the previous page.",
    },
    CROSS_SITE: {
      title: "Nothing changed: the form came from another site",
      why: "Your browser reports that another site sent this form.",
      remedy: "Open the page here and send its form again.",
    },
    FORBIDDEN: {
      title: "Only admins of your account can do this",
      why: "You are signed in as a buyer.",
      remedy: "Ask an admin of your account. The people page lists them.",
    },
    VIEW_ONLY: {
      title: "Nothing changed: you are viewing as a buyer",
      why: "This view is read-only. Your attempt was recorded.",
      remedy: "End the view and make the change in the console, or ask someone in the account.",
    },
    ROLE_FORBIDS: {
      title: "Your role doesn't allow this",
      why: "Only other roles can do this. Your attempt was recorded.",
      remedy: "Ask a console admin to do it or to change your role.",
    },
    REQUEST_TIMEOUT: {
      title: "The request took too long to arrive",
      why: "The connection was slow or interrupted.",
      remedy: "Send it again. Split a large file into smaller ones.",
    },
    PAYLOAD_TOO_LARGE: {
      title: "This is too large",
      why: "The form or file exceeds the limit of this page. Nothing changed.",
      remedy: "Go back and send less at a time.",
    },
    VALIDATION_FAILED: {
      title: "This request can't be read",
      why: "Its address or form is damaged. Nothing changed.",
      remedy: "Go back, reload the page and try again.",
    },
    RATE_LIMITED: {
      title: "Too many requests",
      why:
        "A limit has been reached: of requests per minute, or of files that are read at the same " +
        "time.",
      remedy: "Wait a minute and try again.",
    },
    UNAVAILABLE: {
      title: "The service is temporarily unavailable",
      why: "The database did not respond in time.",
      remedy: "Wait a moment, check whether your change was made, and try again.",
    },
    OUTCOME_UNKNOWN: {
      title: "The outcome is unknown",
      why: "The connection to the database was lost while your change was being saved.",
      remedy: "Go back and reload the page to see whether your change was made.",
    },
    INTERNAL_ERROR: {
      title: "Something went wrong",
      why: "An unexpected error occurred. The request ID below helps us find it.",
      remedy: "Try again. If it happens again, write to us and include the request ID.",
    },
  },
  signedOut: {
    title: "You were signed out",
  },
};
