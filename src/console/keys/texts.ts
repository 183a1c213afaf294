// The words of the pages about keys.
import { formatCounted, formatCountTo } from "../../html/amount.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { countedRefusals } from "../../requests/queries.ts";

const ends = { revoked: "was revoked", replaced: "was replaced", expired: "expired" } as const;

const countKeys = (count: number): string => formatCounted(count, "key");
const countRequests = (count: number): string => formatCounted(count, "request");

export const texts = {
  list: {
    title: "API keys",
    sentence: "API keys of all accounts.",
    ofAccount: (account: Html, all: string) => html`Keys of ${account}.
<a href="${all}">Keys of all accounts</a>`,
    states: {
      active: "Active",
      expiring: "Expires soon",
      ended: "Expired or replaced",
      revoked: "Revoked",
    },
    search: "Name, account, last four or ID",
    state: "State",
    button: "Search",
    caption: "Keys",
    selected: "Selected keys",
    revoke: "Revoke keys",
    key: (name: string, lastFour: string) => `${name}, ends in ${lastFour}`,
    none: "No keys yet",
    noneHint: (accounts: string) => html`Issue keys on the page of an
<a href="${accounts}">account</a>.`,
    noMatch: "No matching keys",
    noMatchHint: (all: string) => html`Search for part of a name, the last four characters or a
complete ID. <a href="${all}">All keys</a>`,
  },
  key: {
    title: "Key",
    sentence: (account: Html) => html`Key of ${account}.`,
    state: "State",
    account: "Account",
    endsIn: "Ends in",
    created: "Created",
    lastUsed: "Last used",
    never: "Never",
    requestsToday: "Requests today",
    ordersToday: "Orders today",
    requests: "Requests in 30 days",
    replacedBy: "Replaced by",
    newerKey: "newer key",
    id: "ID",
    activity: "Activity",
  },
  replacing: {
    sent: "A new key with the same name is created and sent to the account's e-mail address.",
    shown:
      "A new key with the same name is created and shown to you once, to deliver it to the " +
      "account.",
    overlapFault: "Choose one of the options.",
    noEmail: "The account has no valid e-mail address. Edit the account first.",
    done: "Key replaced. This is the new key.",
  },
  ending: {
    title: (end: Html) => html`This key ends on ${end}`,
    hint: (issue: string) => html`A replacement ends on the same day. For a later end,
<a href="${issue}">issue a new key</a>.`,
  },
  revoking: {
    neverUsed: "The key was never used.",
    used: (today: number, orders: string, calls: number, last: Html) =>
      html`<strong>${countRequests(today)} today (orders placed: ${orders})</strong>,
${countRequests(calls)} in 30 days. Last used ${last}.`,
    done: "Key revoked.",
    doneHint: "Requests with it are now refused.",
  },
  revoked: {
    /** As the audit log names it. */
    action: "revoked a key",
    title: (at: Html, by: string | null) =>
      by === null ? html`Revoked on ${at}.` : html`Revoked on ${at} by ${by}.`,
    commandLine: "a command on the server",
    reason: (reason: string) => `Reason: ${reason}`,
  },
  several: {
    title: "Revoke keys",
    count: countKeys,
    revoke: (keys: string) => `Revoke ${keys}`,
    warning: "Requests with them are refused within a second. This can't be undone.",
    noneSelected: "No keys selected",
    noneSelectedHint: "Select active keys in the list with the boxes before their names.",
    tooMany: "Too many keys selected",
    tooManyHint: (max: number) => `Select at most ${max} keys.`,
    noneActive: "None of the selected keys is active.",
    toRevoke: "Keys to revoke",
    notActive: "No longer active",
    noneRevoked: "No key was revoked: all of them were already revoked.",
    done: (revoked: number) => `${countKeys(revoked)} revoked.`,
    doneBefore: (revoked: number, before: number) =>
      `${countKeys(revoked)} revoked. Already revoked: ${before}.`,
    doneHint: "Requests with them are now refused.",
  },
  terms: {
    nameFault: (max: number) => `Enter a name of at most ${max} characters on one line.`,
    expiryFault: "Choose a day in the future, or leave it empty.",
  },
  issued: {
    done: "Key issued.",
    already: "This key was already issued.",
    alreadyHint: "The form was sent twice. Only one key exists.",
    title: "Key issued",
    sentence: (account: string) => `For ${account}. Shown only once.`,
    copyKey: "Copy the key now.",
    copyLink: "Copy the link to the key now.",
    copyHint: "It is not shown again, even if you reload this page.",
    key: "Key",
    keyName: "the key",
    link: "Link to the key",
    linkName: "the link to the key",
    deliver: (recipient: Content) => html`No mail server is configured, so you deliver it to
${recipient}. The audit log records that you have seen it.`,
    mail: "E-mail with instructions",
    canSignIn: (recipient: string) => `${recipient} can already sign in to the site.`,
    invite: "Invite this person to the site",
    nobody: (account: string) =>
      `Nobody at ${account} can sign in yet, so nobody can confirm its drafts.`,
    people: "People who sign in check and confirm the drafts that the key creates.",
    roles: "Buyers order. Admins also manage people.",
  },
  stillUsed: {
    title: (count: number, end: keyof typeof ends) =>
      count === 1
        ? `1 request refused since the key ${ends[end]}.`
        : `${formatCountTo(countedRefusals, count)} requests refused since the key ${ends[end]}.`,
    text: (last: Html, href: string) =>
      html`The last one was on ${last}: a system still sends this key and needs a new one.
<a href="${href}">View requests</a>`,
  },
};
