import type { PortalRoute, Visit } from "../home/portalContext.ts";
import { texts } from "../home/portalTexts.ts";
import { html } from "../kit/html/html.ts";
import { renderNotice } from "../kit/html/notice.ts";
import { mountRoutes } from "../kit/site/routes.ts";
import { renderAccountTabs } from "../people/portal.ts";
import { signInRoutes } from "./sharedRoutes.ts";
import type { PersonHere } from "./sharedSite.ts";

const impersonationNote = renderNotice(
  "neutral",
  "Passwords, authenticator apps and sessions are private. Operators can't see or change them.",
);

function toPersonHere({ signedIn }: Visit): PersonHere {
  const { sessionId, user, account, viewedBy } = signedIn;
  const tabs = renderAccountTabs("/account");
  return {
    sessionId,
    user,
    own: {
      sentence: `You are ordering for ${account.name}.`,
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
    welcome: texts.signIn.welcome,
    keeps: "your account's orders",
    invitation: {
      title: texts.invitation.title,
      role: (role, accountName) =>
        role === "admin" ? `an admin of ${accountName}` : `a buyer of ${accountName}`,
      nameHint: "Shown to your colleagues next to the orders you confirm.",
    },
  }),
  toWho: toPersonHere,
});
