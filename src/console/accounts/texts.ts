import { formatCount, formatCounted } from "../../html/amount.ts";
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
    countPeople: (people: number, invited: number) =>
      invited === 0
        ? formatCount(people)
        : `${formatCount(people)}, ${formatCount(invited)} invited`,
    never: "Never",
  },
  suspension: {
    since: (at: Html) => html`Suspended since ${at}.`,
    question: (name: string) => `Suspend ${name}?`,
    hint: (requests: number) =>
      `Its keys stop working within a second (${formatCounted(requests, "request")} in 30 days). ` +
      "Its people are signed out and can't sign in. Orders do not change.",
    button: (name: string) => `Suspend ${name}`,
  },
  keys: {
    all: (count: string) => `All ${count} keys`,
    noneHint: (email: string) =>
      `The account's systems need a key to use the API. Keys are sent to ${email}.`,
  },
  unattended: {
    title: (drafts: string) => `Nobody can confirm this account's ${drafts}: it has no people.`,
    drafts: (count: string) => `${count} drafts`,
    invite: (address: string) => html`<a href="${address}">Invite a person</a> to order
for the account.`,
    waiting: (drafts: string) => `Nobody can confirm this account's ${drafts} yet.`,
    invitedUntil: (people: number, end: Html, list: string) =>
      html`<a href="${list}">${formatCounted(people, "person", "people")} invited</a>, not yet
accepted (until ${end}).`,
  },
  form: {
    nameTaken: "Another account already has this name.",
    name: "Name",
    badName: (maximum: number) => `Enter a name of at most ${maximum} characters on one line.`,
    email: "E-mail",
    notes: "Notes",
    badNotes: (maximum: number) => `Use at most ${maximum} characters for the notes.`,
  },
  edit: {
    title: (name: string) => `Edit ${name}`,
    changedBy: (name: string, moment: Html) => html`${name} changed it on ${moment}.`,
  },
  issue: {
    mailed: (email: string) => `The key is sent to ${email} and never shown here.`,
    shown: (email: string) => `The key is shown once, so that you can deliver it to ${email}.`,
    sentence: (account: string, delivery: string) => `For ${account}. ${delivery}`,
    send: (email: string) => `Issue key and send to ${email}`,
  },
  people: {
    titleOf: (account: string) => `People of ${account}`,
    alreadyHere: (email: string) => `${email} already belongs to the account.`,
  },
  person: {
    adminOf: (account: string) => `Admin of ${account}.`,
    buyerOf: (account: string) => `Buyer of ${account}.`,
    changeTo: (role: string) => `Change to ${role}`,
    changeToOf: (role: string, name: string) => `Change to ${role}: ${name}`,
    signOutOf: (name: string) => `Sign ${name} out everywhere`,
    sendResetOf: (name: string) => `Send a password reset to ${name}`,
    showResetOf: (name: string) => `Create a password reset link for ${name}`,
    roleChanged: (role: string) => `Role changed to ${role}.`,
  },
  remove: {
    title: "Remove",
    button: (name: string) => `Remove ${name}`,
    hint: (name: string) =>
      `${name} is signed out immediately and needs a new invitation to sign in again.`,
  },
};
