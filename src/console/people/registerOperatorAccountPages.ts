// The pages of people at the console's door: how operators come in and see to themselves.

import { renderNotice } from "../../html/notice.ts";
import type { SignedInOperator } from "../../signIn/signedInOperator.ts";
import type { PeopleServer, PersonHere } from "../../signInPages/peopleServer.ts";
import { registerPeoplePages } from "../../signInPages/registerPeoplePages.ts";
import type { Visit as SiteVisit } from "../../site/visit.ts";
import { allRoles } from "../allRoles.ts";
import type { ConsoleServer, Visit } from "../consoleServer.ts";

function toPersonHere({ signedIn, query }: Visit): PersonHere {
  const { sessionId, operator } = signedIn;
  const { operatorId: userId, name, email, role } = operator;
  const needs = query.text("needs") === "second-factor";
  return {
    sessionId,
    user: { userId, name, email },
    own: {
      sentence: "You work in the console.",
      head: needs
        ? renderNotice("short", "Set up a second factor first: the console opens with one alone.")
        : null,
      facts: [{ term: "Role", value: role }],
    },
  };
}

function toPersonVisit(visit: Visit): SiteVisit<PersonHere> {
  return { ...visit, signedIn: toPersonHere(visit) };
}

function toPerhapsPersonVisit(visit: Visit<SignedInOperator | null>): SiteVisit<PersonHere | null> {
  const { signedIn } = visit;
  return signedIn === null ? { ...visit, signedIn } : toPersonVisit({ ...visit, signedIn });
}

function toPeopleServer({ context, get, post }: ConsoleServer): PeopleServer {
  const root = "/console";
  const adapt =
    (add: ConsoleServer["get"]): PeopleServer["get"] =>
    (path, route) => {
      if (route.access === "anyone") {
        const answer = (visit: Visit<SignedInOperator | null>) =>
          route.answer(toPerhapsPersonVisit(visit));
        add(`${root}${path}`, { roles: "anyone", answer });
      } else {
        const answer = (visit: Visit) => route.answer(toPersonVisit(visit));
        add(`${root}${path}`, { roles: allRoles, beforeSecondFactor: true, answer });
      }
    };
  return {
    people: context.people,
    root,
    home: root,
    welcome: "The console opens by invitation, for those who run this service.",
    keeps: "the console",
    invitation: {
      title: () => "Join the console",
      role: (role) => `${role} of the console`,
      nameHint: "As your colleagues know it: it stands beside what you do.",
    },
    get: adapt(get),
    post: adapt(post),
  };
}

/** Adds the pages of people under `/console`. */
export function registerOperatorAccountPages(desk: ConsoleServer): void {
  registerPeoplePages(toPeopleServer(desk));
}
