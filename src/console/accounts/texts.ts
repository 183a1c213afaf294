import { formatCounted } from "../../html/amount.ts";
import { type Html, html } from "../../html/html.ts";

/** The words of the accounts: the list, an account, its people, and issuing a key. */
export const texts = {
  list: {
    title: "Accounts",
    state: "State",
    noMatchHint: html`Enter part of a name or e-mail address, or a complete account ID.
<a href="/console/accounts">All accounts</a>`,
    createOne: html`<a href="/console/accounts/new">Create an account</a>.`,
  },
  states: {
    active: "Active",
    suspended: "Suspended",
    unattended: "Drafts nobody can confirm",
  },
  account: {
    never: "Never",
  },
  suspension: {
    hint: (requests: number) =>
      `Its keys stop working within a second (${formatCounted(requests, "request")} in 30 days). ` +
      "Its people are signed out and can't sign in. Orders do not change.",
  },
  unattended: {
    invitedUntil: (people: number, end: Html, list: string) =>
      html`<a href="${list}">${formatCounted(people, "person", "people")} invited</a>, not yet
accepted (until ${end}).`,
  },
  form: {
    nameTaken: "Another account already has this name.",
    name: "Name",
    email: "E-mail",
    notes: "Notes",
  },
  people: {
    titleOf: (account: string) => `People of ${account}`,
  },
  remove: {
    title: "Remove",
  },
};
