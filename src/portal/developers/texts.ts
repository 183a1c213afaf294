import { type Content, html } from "../../html/html.ts";

/** The words of the developers' pages: keys, their requests, and API requests. */
export const texts = {
  developers: {
    title: "Developers",
    sentence: "API keys for your systems.",
    sentenceForBuyer: "API keys for your systems. Admins of your account manage them.",
    requestKey: "Request key",
  },
  keys: {
    title: "API keys",
    calls: "Requests in the last 30 days",
    caption: "Keys, active first",
    none: "No keys yet",
    requestOne: html`Your systems need a key to use the API.
<a href="/developers/request">Request a key</a>; we e-mail it to you.`,
    askAdmin: "Your systems need a key to use the API. An admin of your account can request one.",
  },
  requested: {
    title: "Requested",
    caption: "Requested keys",
    name: "Name",
    requestedBy: "Requested by",
    requested: "Requested",
    purpose: "Purpose",
  },
  quickStart: {
    title: "Quick start",
    worksAsPasted: "Sample request, works as pasted",
    lookup: "Look up a part",
  },
  access: {
    title: "API access",
    base: "Base URL",
    baseName: "the base URL",
    alias: "Alias",
    aliasName: "the alias",
    client: "TypeScript client",
    command: "the command",
    lookups: "Lookups",
    orders: "Orders",
    noLimit: "no limit",
    limit: (requests: string) => `${requests} requests per minute per key`,
    entries: "Entries per lookup",
    upTo: (count: number) => `up to ${count}`,
    lines: "Lines per order",
    hint: html`Above a limit, the API returns 429; Retry-After gives
the seconds to wait. The <a href="/docs">API reference</a> describes all fields and errors, and the
<a href="/docs#client">TypeScript client</a>.`,
  },
  done: {
    requested: "Key requested.",
    requestedNext:
      "We reply within one business day and e-mail the key to you or to your account's address.",
    revoked: "Key revoked.",
    revokedNext: "Requests with this key are now refused.",
  },
  key: {
    successor: "New key",
    kind: "API key",
    state: "State",
    endsIn: "Ends in",
    created: "Created",
    lastUsed: "Last used",
    never: "Never",
    calls: "Requests in 30 days",
    replacedBy: "Replaced by",
    neverUsed: "It has never been used.",
    usedAt: (moment: Content) => html`It was last used ${moment}.`,
    replaceHint: "A new key with the same name is created and shown once.",
    noOverlap: "Choose when the old key stops working.",
  },
  newKey: {
    title: (name: string) => `New key: ${name}`,
    oldEnded: "The previous key no longer works.",
    oldUntil: (moment: Content) => html`The previous key works until ${moment}.`,
    copy: "Copy the key now.",
    once: "It is not shown again, even if you reload this page. If you lose it, replace it again.",
    key: "the key",
    continue: "Continue",
  },
  request: {
    title: "API key request",
    sentence:
      "We reply within one business day and e-mail the key to you or to your account's address.",
    name: "Key name",
    nameHint: "Shown here and in e-mails, such as ERP production.",
    purpose: "Purpose",
    purposeHint: "Which system will call the API, and how often.",
    send: "Request key",
    noName: "Enter a name for the key.",
    nameTooLong: (maximum: number) => `Use ${maximum} characters or fewer for the name.`,
    badName: "Enter the name on one line, without control characters.",
    purposeTooLong: (maximum: number) => `Use ${maximum} characters or fewer.`,
  },
  requests: {
    title: "Requests",
    sentence: "API requests from the last 30 days.",
    key: "Key",
    any: "Any",
    none: "No requests yet",
    noneHint: html`Requests with your <a href="/developers">keys</a> appear here within a second
and are stored for 30 days.`,
    noMatch: "No matching requests",
    noMatchHint: html`Enter a complete PO, part number or request ID.
<a href="/developers/calls">Show all requests</a>`,
  },
  call: {
    title: "Request",
    key: "Key",
  },
};
