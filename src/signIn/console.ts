// The sign-in pages as the console mounts them under `/console`.

import type { ConsoleContext, Visit } from "../home/consoleContext.ts";
import { texts } from "../home/consoleTexts.ts";
import { type ConsoleAccess, everyoneBeforeSecondFactor } from "../kit/access.ts";
import { renderNotice } from "../kit/html/notice.ts";
import { mountRoutes, type Route } from "../kit/site/routes.ts";
import { signInRoutes } from "./sharedRoutes.ts";
import type { PersonHere } from "./sharedSite.ts";
import type { SignedInOperator } from "./signedIn.ts";

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
        ? renderNotice(
            "short",
            "The console requires two-factor authentication. Set it up to continue.",
          )
        : null,
      facts: [{ term: "Role", value: role }],
    },
  };
}

export const signInPages: readonly Route<ConsoleContext, SignedInOperator, ConsoleAccess>[] =
  mountRoutes(signInRoutes, {
    prefix: "/console",
    access: everyoneBeforeSecondFactor,
    toContext: ({ people }) => ({
      people,
      root: "/console",
      home: "/console",
      welcome: "The console is for the distributor's staff. Access is by invitation.",
      keeps: "the console",
      invitation: {
        title: () => "Join the console",
        role: texts.signIn.roleOf,
        nameHint: "Shown to your colleagues next to your changes.",
      },
    }),
    toWho: toPersonHere,
  });
