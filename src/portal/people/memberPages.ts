// What admins change of their account's people: invitations, roles, who is among them.

import { deleteInvitation, selectInvitationById } from "../../accounts/invitationQueries.ts";
import { inviteUser } from "../../accounts/inviteUser.ts";
import { changeRole, type MemberChange, removeUser } from "../../accounts/memberChange.ts";
import { userActor } from "../../audit/actor.ts";
import { isUuid } from "../../db/isUuid.ts";
import { type UserRole, userRoles } from "../../signIn/signedIn.ts";
import { describeWait } from "../../signInPages/describeWait.ts";
import {
  readInvitation,
  readRole,
  type TypedInvitation,
} from "../../signInPages/typedInvitation.ts";
import type { Answer } from "../../site/visit.ts";
import type { PortalServer } from "../portalServer.ts";
import type { Visit } from "../visit.ts";
import { showPeople } from "./showPeople.ts";

function addInvitations({ post, context }: PortalServer): void {
  const { people, db } = context;

  async function send(visit: Visit, typed: TypedInvitation<UserRole>): Promise<Answer> {
    const { signedIn, now, form } = visit;
    const { account } = signedIn;
    const invited = await inviteUser(people, { ...typed, account, actor: userActor(visit) }, now);
    if (invited.outcome === "invited") {
      return {
        kind: "redirect",
        to: `/account/people?done=${people.sendsMail ? "invited" : "invited-unsent"}`,
      };
    }
    const isTooMany = invited.outcome === "too many";
    const text = isTooMany
      ? describeWait(invited.waitS)
      : `${typed.email} is among your people already.`;
    const invitation = { value: form.text, faults: [{ field: "email", text }] };
    const page = await showPeople(people, signedIn, now, { invitation });
    return { kind: "page", status: isTooMany ? 429 : 422, page };
  }

  post("/account/invitations", {
    access: "admins",
    answer: async (visit) => {
      const read = readInvitation(visit.form, userRoles);
      if ("email" in read) return send(visit, read);
      const invitation = { value: visit.form.text, faults: read };
      const page = await showPeople(people, visit.signedIn, visit.now, { invitation });
      return { kind: "page", status: 422, page };
    },
  });
  post("/account/invitations/:invitation/send", {
    access: "admins",
    answer: async (visit) => {
      const id = visit.param("invitation");
      const { accountId } = visit.signedIn.account;
      const known = isUuid(id) ? await selectInvitationById(db, accountId, id) : undefined;
      return known === undefined ? { kind: "not found" } : send(visit, known);
    },
  });
  post("/account/invitations/:invitation/withdraw", {
    access: "admins",
    answer: async ({ signedIn, param }) => {
      const id = param("invitation");
      const { accountId } = signedIn.account;
      const withdrawn = isUuid(id) && (await deleteInvitation(db, accountId, id));
      if (!withdrawn) return { kind: "not found" };
      return { kind: "redirect", to: "/account/people?done=withdrawn" };
    },
  });
}

function addChanges({ post, context }: PortalServer): void {
  const { people, db } = context;

  async function answer(visit: Visit, change: MemberChange, done: string): Promise<Answer> {
    if (change === "unknown") return { kind: "not found" };
    if (change !== "last admin") {
      return { kind: "redirect", to: `/account/people?done=${done}` };
    }
    const refused = "An account keeps one admin. Make somebody else an admin first.";
    const page = await showPeople(people, visit.signedIn, visit.now, { refused });
    return { kind: "page", status: 409, page };
  }

  post("/account/people/:user/role", {
    access: "admins",
    answer: async (visit) => {
      const { accountId } = visit.signedIn.account;
      const [role, userId] = [readRole(visit.form, userRoles), visit.param("user")];
      if (role === undefined) return { kind: "not found" };
      return answer(
        visit,
        await changeRole(db, { accountId, userId, role, actor: userActor(visit) }, visit.now),
        "role-changed",
      );
    },
  });
  post("/account/people/:user/remove", {
    access: "admins",
    answer: async (visit) => {
      const { accountId } = visit.signedIn.account;
      const userId = visit.param("user");
      const removal = { accountId, userId, actor: userActor(visit) };
      return answer(visit, await removeUser(db, removal, visit.now), "removed");
    },
  });
}

/** Adds `/account/people` and what admins change there. */
export function registerMemberPages(portal: PortalServer): void {
  const { people } = portal.context;
  portal.get("/account/people", {
    access: "signed in",
    answer: async ({ signedIn, query, now }) => {
      const shown = { done: query.text("done") };
      return { kind: "page", page: await showPeople(people, signedIn, now, shown) };
    },
  });
  addInvitations(portal);
  addChanges(portal);
}
