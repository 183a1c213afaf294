import { html } from "../html/html.ts";
import { renderNotice } from "../html/notice.ts";
import { signInRoutes } from "../signInPages/routes.ts";
import type { PersonHere } from "../signInPages/signInSite.ts";
import { mountRoutes } from "../site/routes.ts";
import { renderAccountTabs } from "./people/peoplePage.ts";
import type { PortalRoute, Visit } from "./portalContext.ts";

const impersonationNote = renderNotice(
  "neutral",
  "Password, second factor and sessions are personal. Operators can't see or change them.",
);

function toPersonHere({ signedIn }: Visit): PersonHere {
  const { sessionId, user, account, viewedBy } = signedIn;
  const tabs = renderAccountTabs("/account");
  return {
    sessionId,
    user,
    own: {
      sentence: `You order for ${account.name}.`,
      head: viewedBy === undefined ? tabs : html`${tabs}${impersonationNote}`,
      facts: [{ term: "Role", value: user.role }],
    },
  };
}

export const signInPages: readonly PortalRoute[] = mountRoutes(signInRoutes, {
  prefix: "",
  access: "signed in",
  toContext: ({ people }) => ({
    people,
    root: "",
    home: "/",
    welcome: html`Accounts are by invitation: ask your company's admin or contact us. New here?
<a href="/request-key">Request an API key</a>`,
    keeps: "your account's orders",
    invitation: {
      title: (accountName) => `Join ${accountName}`,
      role: (role, accountName) => `${role === "admin" ? "an admin" : "a buyer"} of ${accountName}`,
      nameHint: "Your colleagues see it next to the orders you confirm.",
    },
  }),
  toWho: toPersonHere,
});
