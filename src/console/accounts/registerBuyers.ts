// What operators do to the people of an account: inviting, other roles, signing out, removing.

import { selectInvitationById } from "../../accounts/invitationQueries.ts";
import { inviteUser } from "../../accounts/inviteUser.ts";
import {
  changeRole,
  type MemberChange,
  removeUser,
  signOutUser,
} from "../../accounts/memberChange.ts";
import type { OperatorAccount } from "../../accounts/operatorAccountQueries.ts";
import { selectUsers } from "../../accounts/userQueries.ts";
import { withdrawInvitation } from "../../accounts/withdrawInvitation.ts";
import { operatorActor } from "../../audit/actor.ts";
import { isUuid } from "../../db/isUuid.ts";
import type { FieldFault } from "../../html/form.ts";
import { findTypedNameFault } from "../../html/typedName.ts";
import { type UserRole, userRoles } from "../../signIn/signedIn.ts";
import { describeWait } from "../../signInPages/describeWait.ts";
import {
  readInvitation,
  readRole,
  type TypedInvitation,
} from "../../signInPages/typedInvitation.ts";
import { type Answer, answerPage, notFound, redirect } from "../../site/visit.ts";
import { accountAddress } from "../accountAddress.ts";
import { allRoles, operatorAndAdminRoles } from "../allRoles.ts";
import type { Visit } from "../consoleContext.ts";
import type { ConsoleServer } from "../consoleServer.ts";
import { withAccount } from "../withAccount.ts";
import { showBuyer, showBuyers } from "./showBuyers.ts";

function peopleAddress({ accountId }: OperatorAccount, done: string): string {
  return `${accountAddress(accountId)}/people?done=${done}`;
}

function addInvitations(desk: ConsoleServer): void {
  const { context, post } = desk;
  const { db } = context;
  // Invitations to the buyers' site: its door is where their links lead.
  const people = { ...context.people, kind: "buyers" as const };
  const root = "/console/accounts/:account/invitations";

  async function send(
    visit: Visit,
    account: OperatorAccount,
    typed: TypedInvitation<UserRole> | readonly FieldFault[],
  ): Promise<Answer> {
    const refuse = async (faults: readonly FieldFault[], status: 422 | 429): Promise<Answer> => {
      const invitation = { value: visit.form.text, faults };
      return { kind: "page", status, page: await showBuyers(context, visit, account, invitation) };
    };
    if (!("email" in typed)) return refuse(typed, 422);
    const request = { ...typed, account, actor: operatorActor(visit) };
    const invited = await inviteUser(people, request, visit.now);
    switch (invited.outcome) {
      case "invited": {
        const done = people.sendsMail ? "invited" : "invited-unsent";
        return redirect(peopleAddress(account, done));
      }
      case "already a user": {
        const text = `${typed.email} is among the account's people already.`;
        return refuse([{ field: "email", text }], 422);
      }
      case "too many":
        return refuse([{ field: "email", text: describeWait(invited.waitS) }], 429);
    }
  }

  post(root, {
    roles: operatorAndAdminRoles,
    answer: withAccount(desk, (visit, account) =>
      send(visit, account, readInvitation(visit.form, userRoles)),
    ),
  });
  post(`${root}/:invitation/send`, {
    roles: operatorAndAdminRoles,
    answer: withAccount(desk, async (visit, account) => {
      const id = visit.param("invitation");
      const known = isUuid(id) ? await selectInvitationById(db, account.accountId, id) : undefined;
      return known === undefined ? notFound : send(visit, account, known);
    }),
  });
  post(`${root}/:invitation/withdraw`, {
    roles: operatorAndAdminRoles,
    answer: withAccount(desk, async (visit, account) => {
      const choice = { accountId: account.accountId, invitationId: visit.param("invitation") };
      const withdrawn = await withdrawInvitation(db, choice, operatorActor(visit), visit.now);
      if (!withdrawn) return notFound;
      return redirect(peopleAddress(account, "withdrawn"));
    }),
  });
}

function addChanges(desk: ConsoleServer): void {
  const { context, post } = desk;
  const { db } = context;
  const root = "/console/accounts/:account/people/:user";

  function choose(visit: Visit, { accountId }: OperatorAccount) {
    return { accountId, userId: visit.param("user"), actor: operatorActor(visit) };
  }

  /** An operator may change the last admin too, so no change is refused for that. */
  function answer(
    visit: Visit,
    account: OperatorAccount,
    change: MemberChange,
    done: string,
  ): Answer {
    if (change === "unknown") return notFound;
    const own = `${accountAddress(account.accountId)}/people/${visit.param("user")}`;
    return redirect(change === "changed" ? `${own}?done=${done}` : own);
  }

  post(`${root}/role`, {
    roles: operatorAndAdminRoles,
    answer: withAccount(desk, async (visit, account) => {
      const role = readRole(visit.form, userRoles);
      if (role === undefined) return notFound;
      const change = await changeRole(db, { ...choose(visit, account), role }, visit.now);
      return answer(visit, account, change, "role-changed");
    }),
  });
  post(`${root}/sign-out`, {
    roles: operatorAndAdminRoles,
    answer: withAccount(desk, async (visit, account) => {
      const change = await signOutUser(db, choose(visit, account), visit.now);
      return answer(visit, account, change, "person-signed-out");
    }),
  });
  post(`${root}/remove`, {
    roles: operatorAndAdminRoles,
    answer: withAccount(desk, async (visit, account) => {
      const choice = choose(visit, account);
      const users = await selectUsers(db, account.accountId);
      const user = users.find(({ userId }) => userId === choice.userId);
      if (user === undefined) return notFound;
      const fault = findTypedNameFault(visit.form.text, user.name);
      if (fault !== undefined) {
        const removing = { value: visit.form.text, faults: [fault] };
        const page = await showBuyer(context, visit, account, user.userId, removing);
        return page === undefined ? notFound : answerPage(page, 422);
      }
      const change = await removeUser(db, choice, visit.now);
      if (change === "unknown") return notFound;
      return redirect(peopleAddress(account, "removed"));
    }),
  });
}

/** Adds `/console/accounts/:account/people` and what is under it. */
export function registerBuyers(desk: ConsoleServer): void {
  const { context, get } = desk;
  const path = "/console/accounts/:account/people";
  get(path, {
    roles: allRoles,
    answer: withAccount(desk, async (visit, account) => ({
      kind: "page",
      page: await showBuyers(context, visit, account),
    })),
  });
  get(`${path}/:user`, {
    roles: allRoles,
    answer: withAccount(desk, async (visit, account) => {
      const page = await showBuyer(context, visit, account, visit.param("user"));
      return page === undefined ? notFound : answerPage(page);
    }),
  });
  addInvitations(desk);
  addChanges(desk);
}
