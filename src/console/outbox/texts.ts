import { formatCount } from "../../html/amount.ts";
import { html } from "../../html/html.ts";

/** The words of the outbox. */
export const texts = {
  list: {
    title: "Outbox",
    addressHint: (mails: number) =>
      `A part is enough for the newest ${formatCount(mails)} e-mails; older ones need the address.`,
  },
  states: {
    failed: "Failed",
    bounced: "Bounced",
  },
  mail: {
    operators: "Operators",
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
  done: {
    deliver: html`Deliver the e-mail from the <a href="/console/outbox">outbox</a>.`,
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
