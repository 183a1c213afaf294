import { type Content, type Html, html } from "../../html/html.ts";

/** The words of the pages about key requests. */
export const texts = {
  list: {
    title: "Key requests",
    noneToAnswerHint: (form: string, enter: string) => html`Requests come from the <a
href="${form}">public form</a> and from the developer pages of accounts. <a
href="${enter}">Enter a request that came by e-mail</a>.`,
  },
  request: {
    title: "Request",
    state: "State",
    due: "Due",
    received: "Received",
    source: "Source",
    account: "Account",
    notMatched: "Not matched",
    key: "Key",
    keyEnds: (name: string, lastFour: string) => html`${name}, ends in <code>${lastFour}</code>`,
    email: "E-mail",
    outbox: "View in outbox",
    changed: "Changed",
    changedBy: (at: Html, name: string) => html`${at} by ${name}`,
    changedByCommand: (at: Html) => html`${at} from the command line`,
    activity: "Activity",
    person: (person: string, email: string) => `${person}, ${email}`,
    purpose: "Purpose",
    original: "Original e-mail",
  },
  sources: { account: "Account page", form: "Public form", mail: "E-mail" },
  time: {
    minutes: (minutes: number) => `${minutes} min`,
    hours: (hours: number) => `${hours} h`,
    hoursAndMinutes: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
    overdue: "Overdue",
    overdueBy: (duration: string) => `Overdue by ${duration}`,
    left: (duration: string) => `${duration} left`,
  },
  conflict: {
    notOpen: "The request is no longer open for this.",
    byCommand: (at: Html) => html`A command on the server changed it on ${at}.`,
    by: (name: string, at: Html) => html`${name} changed it on ${at}.`,
    own: (at: Html) => html`Nothing changed: you already changed this request on ${at}`,
    now: "This is its current state.",
    seenAccount: "the account you saw",
    company: "Company",
    person: "Person",
    keyName: "Key name",
    wanted: {
      choose: (account: string) => `choose ${account}`,
      create: (account: string) => `create ${account}`,
      edit: "edit the details",
      ask: "request information",
      decline: "decline",
      reopen: "reopen",
      issue: "issue a key",
    },
  },
  account: {
    title: "1. Account",
    reasons: {
      "same address": "Same e-mail address",
      "same host": "Same e-mail domain",
      "like name": "Similar name",
    },
    account: "Account",
    email: "E-mail",
    choose: "Choose account",
    chooseOne: (name: string) => `Choose ${name}`,
    another: "Choose another account",
    byName: "Choose an account by name",
    create: "Create account",
    nameTaken: (name: string) =>
      `The account ${name} already exists. Choose it, or enter another name.`,
  },
  key: {
    title: "2. Key",
    accountFirst: "Choose an account first.",
    suspended: "Account suspended.",
    suspendedHint: "Resume the account before you issue a key.",
    form: "Key",
    name: "Key name",
    recipient: "Recipient",
    recipientFault: "Choose one of the addresses.",
    delivery: "Delivery",
    deliveryFault: "Choose a delivery method.",
    byMail: "Key in the e-mail",
    byLink: "Link that shows the key once",
    lastDay: "Last day",
    preview: "Preview e-mail",
  },
  mail: {
    title: "E-mail with the key",
    sendsKey: "The key is created when you issue it. Only the recipient sees it.",
    sendsLink: "Key and link are created when you issue the key. Only the recipient sees them.",
    showsKey:
      "The key is created when you issue it. No mail server is configured: you see it once, " +
      "and deliver it.",
    showsLink:
      "Key and link are created when you issue the key. No mail server is configured: you see " +
      "the link once, and deliver it.",
    to: "To",
    subject: "Subject",
    account: "Account",
    text: "Text of the e-mail",
    stranger: (account: Content, host: string) => html`${account} has no known address at ${host}.`,
    strangerHint: "Verify the person through another channel before you issue the key.",
    send: (to: string) => `Issue key and send to ${to}`,
    show: "Issue and show key",
    back: "Back to request",
    changed: "Key not issued: the e-mail has changed.",
    changedHint: "Check the e-mail and send it again.",
    done: "Key issued.",
  },
  other: {
    open: (title: string) => `${title} …`,
    sentTo: (email: string) => `Sent to ${email}.`,
    length: (max: number) => `Enter 1 to ${max} characters.`,
    question: "Question",
    askedHint: (delivery: Content) => html`${delivery} Edit the request when you have the answer.`,
    reason: "Reason",
    edit: "Edit details",
  },
  reopening: {
    kept: (mail: string) => html`No mail server is configured. Deliver <a
href="${mail}">the e-mail</a> manually, or revoke the key.`,
    failed: (mail: string, error: Content) => html`Delivery of <a
href="${mail}">the e-mail</a> failed: ${error}. Correct the address there and send it again, or
revoke the key.`,
  },
};
