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
    states: {
      active: "Active",
      expiring: "Expires soon",
      ended: "Expired or replaced",
      revoked: "Revoked",
    },
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
    title: (at: Html, by: string | null) =>
      by === null ? html`Revoked on ${at}.` : html`Revoked on ${at} by ${by}.`,
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
  },
};
