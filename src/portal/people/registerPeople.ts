// The pages of people at the buyers' door: those of everybody, and who else is in the account.

import { html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import type { SignedIn } from "../../signIn/signedIn.ts";
import type { PeopleServer, PersonHere } from "../../signInPages/peopleServer.ts";
import { registerPeoplePages } from "../../signInPages/registerPeoplePages.ts";
import type { PortalServer } from "../portalServer.ts";
import { renderAccountTabs } from "./accountTabs.ts";
import { registerMemberPages } from "./memberPages.ts";

/** What is a person's own is no operator's to see or change. */
const ownNote = renderNotice(
  "neutral",
  "What each person sees here is their own: password, second factor, sessions.",
);

function toPersonHere({ sessionId, user, account, viewedBy }: SignedIn): PersonHere {
  const tabs = renderAccountTabs("/account");
  return {
    sessionId,
    user,
    own: {
      sentence: `You order for ${account.name}.`,
      head: viewedBy === undefined ? tabs : html`${tabs}${ownNote}`,
      facts: [{ term: "Role", value: user.role }],
    },
  };
}

function toPeopleServer({ context, get, post }: PortalServer): PeopleServer {
  const adapt =
    (add: PortalServer["get"]): PeopleServer["get"] =>
    (path, route) => {
      if (route.access === "anyone") {
        add(path, {
          access: route.access,
          answer: (visit) =>
            route.answer({ ...visit, signedIn: visit.signedIn && toPersonHere(visit.signedIn) }),
        });
      } else {
        add(path, {
          access: route.access,
          answer: (visit) => route.answer({ ...visit, signedIn: toPersonHere(visit.signedIn) }),
        });
      }
    };
  return {
    people: context.people,
    root: "",
    home: "/",
    welcome: html`Your company's account opens by invitation: ask its admin, or write to us. New
here? <a href="/request-key">Request an API key</a>`,
    keeps: "your account's orders",
    invitation: {
      title: (accountName) => `Join ${accountName}`,
      role: (role, accountName) => `${role === "admin" ? "an admin" : "a buyer"} of ${accountName}`,
      nameHint: "As your colleagues know it: it stands beside the orders you confirm.",
    },
    get: adapt(get),
    post: adapt(post),
  };
}

/** Adds every page of people. */
export function registerPeople(portal: PortalServer): void {
  registerPeoplePages(toPeopleServer(portal));
  registerMemberPages(portal);
}
