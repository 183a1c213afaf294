// The pages of accounts: the list, an account, and what is done to the whole of it.

import {
  endImpersonation,
  impersonationCookieName,
  impersonationS,
  startImpersonation,
} from "../../accounts/impersonation.ts";
import { resumeAccount, suspendAccount } from "../../accounts/suspendAccount.ts";
import { operatorActor } from "../../audit/actor.ts";
import { describeSessionCookie } from "../../site/sessionCookie.ts";
import { answerPage, notFound, redirect } from "../../site/visit.ts";
import { accountAddress } from "../accountAddress.ts";
import { allRoles, operatorAndAdminRoles } from "../allRoles.ts";
import type { ConsoleServer } from "../consoleServer.ts";
import { withAccount } from "../withAccount.ts";
import { registerEditPages } from "./editPages.ts";
import { registerIssuePages } from "./issuePages.ts";
import { registerOpenPages } from "./openPages.ts";
import { registerBuyers } from "./registerBuyers.ts";
import { showAccount } from "./showAccount.ts";
import { showAccounts } from "./showAccounts.ts";

function addSuspension(desk: ConsoleServer): void {
  const { db } = desk.context;
  desk.post("/console/accounts/:account/suspend", {
    roles: operatorAndAdminRoles,
    answer: withAccount(desk, async (visit, account) => {
      await suspendAccount(db, account, operatorActor(visit), visit.now);
      return redirect(`${accountAddress(account.accountId)}?done=suspended`);
    }),
  });
  desk.post("/console/accounts/:account/resume", {
    roles: operatorAndAdminRoles,
    answer: withAccount(desk, async (visit, account) => {
      await resumeAccount(db, account, operatorActor(visit), visit.now);
      return redirect(`${accountAddress(account.accountId)}?done=resumed`);
    }),
  });
}

/** Every role may look: a view shows nothing that the console does not (decision 113). */
function addViews(desk: ConsoleServer): void {
  const { context, post } = desk;
  const { db, publicUrl } = context;
  const cookie = describeSessionCookie(publicUrl, impersonationCookieName, impersonationS);
  post("/console/accounts/:account/view", {
    roles: allRoles,
    answer: withAccount(desk, async (visit, account) => {
      const begun = await startImpersonation(db, visit, account, visit.now);
      if (begun.outcome === "begun") {
        return { kind: "redirect", to: "/", other: { cookie, change: { token: begun.token } } };
      }
      const refused = "The account is suspended: its buyers see nothing. Resume it to look.";
      const page = await showAccount(context, visit, refused);
      return page === undefined ? notFound : answerPage(page, 409);
    }),
  });
  post("/console/view/end", {
    roles: allRoles,
    answer: async (visit) => {
      const accountId = await endImpersonation(db, visit, visit.now);
      const ended =
        accountId === undefined
          ? "/console/accounts"
          : `${accountAddress(accountId)}?done=view-ended`;
      return { kind: "redirect", to: ended, other: { cookie, change: "ended" } };
    },
  });
}

/** Adds `/console/accounts` and what is under it. */
export function registerAccounts(desk: ConsoleServer): void {
  const { get, context } = desk;
  get("/console/accounts", {
    roles: allRoles,
    answer: (visit) => showAccounts(context, visit),
  });
  registerOpenPages(desk);
  get("/console/accounts/:account", {
    roles: allRoles,
    answer: async (visit) => {
      const page = await showAccount(context, visit);
      return page === undefined ? notFound : answerPage(page);
    },
  });
  registerEditPages(desk);
  addSuspension(desk);
  addViews(desk);
  registerBuyers(desk);
  registerIssuePages(desk);
}
