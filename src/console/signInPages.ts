// The sign-in pages as the console mounts them under `/console`.
import { renderNotice } from "../html/notice.ts";
import type { SignedInOperator } from "../signIn/signedIn.ts";
import { signInRoutes } from "../signInPages/routes.ts";
import type { PersonHere } from "../signInPages/signInSite.ts";
import { mountRoutes, type Route } from "../site/routes.ts";
import { type ConsoleAccess, everyoneBeforeSecondFactor } from "./access.ts";
import type { ConsoleContext, Visit } from "./consoleContext.ts";
import { texts } from "./texts.ts";

function toPersonHere({ signedIn, query }: Visit): PersonHere {
  const { sessionId, operator } = signedIn;
  const { operatorId: userId, name, email, role } = operator;
  const needs = query.text("needs") === "second-factor";
  return {
    sessionId,
    user: { userId, name, email },
    own: {
      sentence: texts.signIn.sentence,
      head: needs ? renderNotice("short", texts.signIn.needsSecondFactor) : null,
      facts: [{ term: texts.signIn.role, value: role }],
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
      welcome: texts.signIn.welcome,
      keeps: texts.signIn.keeps,
      invitation: {
        title: () => texts.signIn.join,
        role: texts.signIn.roleOf,
        nameHint: texts.signIn.nameHint,
      },
    }),
    toWho: toPersonHere,
  });
