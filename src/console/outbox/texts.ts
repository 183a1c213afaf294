import { formatCount } from "../../html/amount.ts";
import { type Html, html } from "../../html/html.ts";

/** The words of the outbox. */
export const texts = {
  list: {
    title: "Outbox",
    sentence: "E-mails that partsdesk sends, with their state.",
    states: "States",
    all: "All",
    search: "E-mails",
    address: "Address or subject",
    addressHint: (mails: number) =>
      `A part is enough for the newest ${formatCount(mails)} e-mails; older ones need the address.`,
    onlyTasks: (all: string) => html`Only e-mails that need you. Keys are tasks of their key
requests. <a href="${all}">Show all</a>`,
    reader: "For",
    searchButton: "Search",
    caption: "E-mails, newest first",
    created: "Created",
    to: "To",
    subject: "Subject",
    kind: "Type",
    state: "State",
    attempts: "Attempts",
    none: "No matching e-mails",
    noneHint: "The outbox has every e-mail that partsdesk sends, with its state.",
  },
  states: {
    queued: "Queued",
    sent: "Sent",
    kept: "Not delivered",
    failed: "Failed",
    bounced: "Bounced",
    dismissed: "Dismissed",
    manual: "Delivered manually",
  },
  readers: { customer: "Customer", distributor: "Distributor", operator: "Operator" },
  mail: {
    state: "State",
    to: "To",
    kind: "Type",
    account: "Account",
    origin: "Belongs to",
    original: "Original e-mail",
    undelivered: (state: string, error: string | null) =>
      error === null ? `${state}.` : `${state}: ${error}`,
    people: "People of the account",
    operators: "Operators",
    created: "Created",
    sent: "Sent",
    sentBy: (moment: Html, name: string) => html`${moment}. Delivered manually by ${name}`,
    nextAttempt: "Next attempt",
    attempts: "Attempts",
    lastError: "Last error",
    text: "Text of the e-mail",
    masked: (name: string) => `(${name}: not shown)`,
  },
  dismiss: "Dismiss",
  resend: {
    copy: "Send a copy",
    again: "Send again",
  },
  correct: {
    title: "Correct address and send again",
    open: "Correct address and send again…",
    address: "E-mail address",
    ofKey: "Anyone who reads this e-mail can use the key. Check the address with the customer.",
    ofRequest: "The key request gets this address too, if it was sent to its requester.",
    ofInvitation: "The invitation to the first address ends. The new one gets a link of its own.",
    button: "Send to this address",
    fault: "Enter a complete e-mail address.",
    same: "This is the address that the e-mail was sent to.",
    member: (email: string) => `${email} can sign in already.`,
  },
  reveal: {
    title: "Manual delivery",
    hint: (recipient: string) =>
      `No mail server is configured. Deliver this e-mail to ${recipient} manually.`,
    open: "Show the complete e-mail…",
    question: "Show the complete e-mail?",
    warning:
      "This shows the full e-mail, including its secrets, once. The e-mail is marked as sent, " +
      "and the audit log records it.",
    button: "Show and mark as sent",
  },
  revealed: {
    sentence: (recipient: string) => `Deliver this to ${recipient}.`,
    copy: "Copy it now. It is shown only once.",
    deleted: "The stored secrets have been deleted.",
    text: "Complete e-mail",
  },
  done: {
    queued: "E-mail queued.",
    deliver: html`Deliver the e-mail from the <a href="/console/outbox">outbox</a>.`,
    queuedAgain: "E-mail queued again.",
    corrected: "Address corrected. E-mail queued.",
    dismissed: "E-mail dismissed.",
    dismissedHint: "It is no longer listed as a task.",
    copied: "Copy queued.",
    waiting: "This e-mail is already queued.",
  },
  refused: {
    sealed: "Can't be sent again: the secrets of this e-mail were deleted. Create a new e-mail.",
    changed: "This e-mail has been sent, dismissed or replaced in the meantime. Nothing changed.",
    keyEnded: "The key in this e-mail has expired or was revoked. Issue a new key.",
    quoteReply:
      "The buyer signs in with this address, so it can't be corrected here. The reply is also " +
      "shown on the site. If the person has another address, invite them at that address.",
    quoteRequested:
      "The address is the configured SUPPORT_EMAIL, so it can't be corrected here. The " +
      "request is shown in the console.",
    adminsCorrect: "Only admins can send this invitation to another address.",
    taken: "Someone else has already delivered this e-mail or sent it again.",
    adminsOnly: "Only admins can show this e-mail.",
    adminsOnlyHint: "Its link gives access to the console.",
    lost: "The secrets of this e-mail can't be decrypted. Create a new e-mail.",
  },
};
