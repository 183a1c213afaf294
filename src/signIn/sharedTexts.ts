import { formatCounted } from "../kit/html/amount.ts";
import { type Html, html } from "../kit/html/html.ts";

/** The words of the sign-in, invitation, password and account pages. */
export const texts = {
  password: {
    title: "Password",
  },
  secondFactor: {
    codesLeft: (count: number) => `${formatCounted(count, "recovery code")} left.`,
  },
  invited: {
    title: "Invited",
    caption: "People who are invited",
    email: "E-mail",
    role: "Role",
    sent: "Sent",
    state: "State",
    actions: "Actions",
    pending: "Pending",
    pendingUntil: (moment: Html) => html`until ${moment}`,
    expired: "Expired",
    expiredOn: (moment: Html) => html`on ${moment}`,
    bounced: "Bounced",
    bouncedHint: "The e-mail was rejected. Check the address, then invite again.",
    failed: "Failed",
    failedHint: "The e-mail could not be delivered.",
    kept: "Not delivered",
    sendAgain: "Send again",
    createLink: "Create new link",
    createLinkFor: (email: string) => `Create a new link for ${email}`,
    delivery: {
      mailed: "Sending again e-mails a new link. The earlier link stops working.",
      shown: "A new link is shown once, for you to deliver. The earlier link stops working.",
      "asked for":
        "A new link replaces the earlier one. E-mail is not configured: ask the distributor for " +
        "the link.",
    },
    sendAgainTo: (email: string) => `Send invitation to ${email} again`,
    withdraw: "Withdraw",
    withdrawFrom: (email: string) => `Withdraw the invitation to ${email}`,
  },
  attempts: {
    hours: (count: number) => formatCounted(count, "hour"),
    minutes: (count: number) => formatCounted(count, "minute"),
    wait: (duration: string) => `Too many attempts. Wait ${duration}, then try again.`,
  },
};
