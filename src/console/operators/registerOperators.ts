// The operators' page, for admins: inviting, other roles, signing out, removing.

import {
  changeOperatorRole,
  removeOperator,
  signOutOperator,
} from "../../accounts/changeOperatorRole.ts";
import { selectInvitationById } from "../../accounts/invitationQueries.ts";
import { type InvitedOperator, inviteOperator } from "../../accounts/inviteOperator.ts";
import type { MemberChange } from "../../accounts/memberChange.ts";
import { withdrawInvitation } from "../../accounts/withdrawInvitation.ts";
import { operatorActor } from "../../audit/actor.ts";
import { isUuid } from "../../db/isUuid.ts";
import type { FieldFault } from "../../html/form.ts";
import { operatorRoles } from "../../signIn/signedInOperator.ts";
import { describeWait } from "../../signInPages/describeWait.ts";
import { readInvitation, readRole } from "../../signInPages/typedInvitation.ts";
import { type Answer, answerPage, notFound, redirect } from "../../site/visit.ts";
import { adminRoles as roles } from "../allRoles.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import type { ConsoleServer } from "../consoleServer.ts";
import { showOperator } from "./showOperator.ts";
import { showOperators } from "./showOperators.ts";

async function invite(
  context: ConsoleContext,
  visit: Visit,
  typed: InvitedOperator | readonly FieldFault[],
): Promise<Answer> {
  const { form, now } = visit;
  const refuse = async (faults: readonly FieldFault[], status: 422 | 429): Promise<Answer> => {
    const invitation = { value: form.text, faults };
    return { kind: "page", status, page: await showOperators(context, visit, { invitation }) };
  };
  if (!("email" in typed)) return refuse(typed, 422);
  const invited = await inviteOperator(context.people, typed, operatorActor(visit), now);
  switch (invited.outcome) {
    case "invited": {
      const done = context.people.sendsMail ? "invited" : "invited-unsent";
      return redirect(`/console/operators?done=${done}`);
    }
    case "already an operator":
      return refuse([{ field: "email", text: `${typed.email} is an operator already.` }], 422);
    case "too many":
      return refuse([{ field: "email", text: describeWait(invited.waitS) }], 429);
  }
}

async function answerChange(
  context: ConsoleContext,
  visit: Visit,
  change: MemberChange,
  done: string,
): Promise<Answer> {
  if (change === "unknown") return notFound;
  const operatorId = visit.param("operator");
  if (change !== "last admin") {
    const to = done === "removed" ? "/console/operators" : `/console/operators/${operatorId}`;
    return redirect(`${to}?done=${done}`);
  }
  const refused = "The console keeps one admin. Make somebody else an admin first.";
  const page = await showOperator(context, visit, operatorId, refused);
  return page === undefined ? notFound : answerPage(page, 409);
}

function addInvitations({ post, context }: ConsoleServer): void {
  const { db } = context;
  post("/console/operators/invitations", {
    roles,
    answer: (visit) => invite(context, visit, readInvitation(visit.form, operatorRoles)),
  });
  post("/console/operators/invitations/:invitation/send", {
    roles,
    answer: async (visit) => {
      const id = visit.param("invitation");
      const known = isUuid(id) ? await selectInvitationById(db, null, id) : undefined;
      return known === undefined ? notFound : invite(context, visit, known);
    },
  });
  post("/console/operators/invitations/:invitation/withdraw", {
    roles,
    answer: async (visit) => {
      const choice = { accountId: null, invitationId: visit.param("invitation") };
      const withdrawn = await withdrawInvitation(db, choice, operatorActor(visit), visit.now);
      if (!withdrawn) return notFound;
      return redirect("/console/operators?done=withdrawn");
    },
  });
}

function addChanges({ post, context }: ConsoleServer): void {
  const { db } = context;
  post("/console/operators/:operator/role", {
    roles,
    answer: async (visit) => {
      const role = readRole(visit.form, operatorRoles);
      if (role === undefined) return notFound;
      const request = { operatorId: visit.param("operator"), role };
      const change = await changeOperatorRole(db, request, operatorActor(visit), visit.now);
      return answerChange(context, visit, change, "role-changed");
    },
  });
  post("/console/operators/:operator/sign-out", {
    roles,
    answer: async (visit) => {
      const operatorId = visit.param("operator");
      const change = await signOutOperator(db, operatorId, operatorActor(visit), visit.now);
      return answerChange(context, visit, change, "person-signed-out");
    },
  });
  post("/console/operators/:operator/remove", {
    roles,
    answer: async (visit) => {
      const operatorId = visit.param("operator");
      const change = await removeOperator(db, operatorId, operatorActor(visit), visit.now);
      return answerChange(context, visit, change, "removed");
    },
  });
}

/** Adds `/console/operators` and what is under it. */
export function registerOperators(desk: ConsoleServer): void {
  const { get, context } = desk;
  get("/console/operators", {
    roles,
    answer: async (visit) => {
      const shown = { done: visit.query.text("done") };
      return answerPage(await showOperators(context, visit, shown));
    },
  });
  get("/console/operators/:operator", {
    roles,
    answer: async (visit) => {
      const page = await showOperator(context, visit, visit.param("operator"));
      return page === undefined ? notFound : answerPage(page);
    },
  });
  addInvitations(desk);
  addChanges(desk);
}
