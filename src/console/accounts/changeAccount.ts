import { changeSuspension } from "../../accounts/changeSuspension.ts";
import type { OperatorAccount } from "../../accounts/operatorAccountQueries.ts";
import { operatorActor } from "../../audit/actor.ts";
import {
  endImpersonation,
  impersonationCookieName,
  impersonationS,
  startImpersonation,
} from "../../people/impersonation.ts";
import { describeSessionCookie, type SessionCookie } from "../../site/sessionCookie.ts";
import { redirect } from "../../site/visit.ts";
import { accountAddress } from "../addresses.ts";
import type { ConsoleContext, Handler } from "../consoleContext.ts";
import { showAccount } from "./showAccount.ts";

export const suspend: Handler<OperatorAccount> = async ({ db }, visit, account) => {
  await changeSuspension(db, account, "suspend", operatorActor(visit), visit.now);
  return redirect(`${accountAddress(account.accountId)}?done=suspended`);
};

export const resume: Handler<OperatorAccount> = async ({ db }, visit, account) => {
  await changeSuspension(db, account, "resume", operatorActor(visit), visit.now);
  return redirect(`${accountAddress(account.accountId)}?done=resumed`);
};

function describeCookie({ publicUrl }: ConsoleContext): SessionCookie {
  return describeSessionCookie(publicUrl, impersonationCookieName, impersonationS);
}

/** Every role may: impersonation shows nothing that the console does not. */
export const viewAsBuyer: Handler<OperatorAccount> = async (context, visit, account) => {
  const started = await startImpersonation(context.db, visit, account, visit.now);
  if (started.outcome !== "started") {
    const refused = "The account is suspended, so its buyers can't sign in. Resume it first.";
    return showAccount(context, visit, account, refused);
  }
  const change = { token: started.token };
  return { kind: "redirect", to: "/", other: { cookie: describeCookie(context), change } };
};

export const endViewAsBuyer: Handler = async (context, visit) => {
  const accountId = await endImpersonation(context.db, visit, visit.now);
  const to =
    accountId === undefined ? "/console/accounts" : `${accountAddress(accountId)}?done=view-ended`;
  return { kind: "redirect", to, other: { cookie: describeCookie(context), change: "ended" } };
};
