// The operators' page, for admins: inviting, other roles, signing out, removing.

import {
  changeOperatorRole,
  type DeedBy,
  removeOperator,
  signOutOperator,
  withdrawOperatorInvitation,
} from "../../accounts/changeOperatorRole.ts";
import { parseEmail } from "../../accounts/emailAddress.ts";
import { type InvitedOperator, inviteOperator } from "../../accounts/inviteOperator.ts";
import type { MemberChange } from "../../accounts/memberChange.ts";
import { parsePersonName } from "../../accounts/personName.ts";
import { type OperatorRole, operatorRoles } from "../../accounts/signedInOperator.ts";
import type { FieldFault } from "../../html/form.ts";
import type { Fields } from "../../http/fields.ts";
import type { Answer } from "../../http/visit.ts";
import { sayWait } from "../../people/sayWait.ts";
import type { ConsoleContext } from "../consoleContext.ts";
import type { ConsoleServer, Visit } from "../consoleServer.ts";
import { adminRoles as roles } from "../everyRole.ts";
import { showOperator } from "./showOperator.ts";
import { showOperators } from "./showOperators.ts";

function readRole(text: string): OperatorRole | undefined {
  return operatorRoles.find((role) => role === text);
}

function byVisitor({ signedIn, requestId }: Visit): DeedBy {
  return { operator: signedIn.operator, requestId };
}

/** The invitation that a form holds, or what is wrong with it. */
function readInvitation(form: Fields): InvitedOperator | readonly FieldFault[] {
  const email = parseEmail(form.text("email"));
  const typedName = form.text("name").trim();
  const name = typedName === "" ? null : parsePersonName(typedName);
  const role = readRole(form.text("role"));
  if (email !== undefined && name !== undefined && role !== undefined) return { email, name, role };
  const faults: FieldFault[] = [];
  if (email === undefined) {
    faults.push({ field: "email", text: "Type an address as ann@example.com." });
  }
  if (name === undefined) faults.push({ field: "name", text: "Type a name on one line." });
  if (role === undefined) faults.push({ field: "role", text: "Choose one of the roles." });
  return faults;
}

async function invite(context: ConsoleContext, visit: Visit): Promise<Answer> {
  const { form, now } = visit;
  const refuse = async (faults: readonly FieldFault[], status: 422 | 429): Promise<Answer> => {
    const invitation = { value: form.text, faults };
    return { kind: "page", status, page: await showOperators(context, visit, { invitation }) };
  };
  const read = readInvitation(form);
  if (!("email" in read)) return refuse(read, 422);
  const invited = await inviteOperator(context.people, read, byVisitor(visit), now);
  switch (invited.outcome) {
    case "invited":
      return { kind: "see other", to: "/console/operators?done=invited" };
    case "already an operator":
      return refuse([{ field: "email", text: `${read.email} is an operator already.` }], 422);
    case "too many":
      return refuse([{ field: "email", text: sayWait(invited.waitS) }], 429);
  }
}

async function answerChange(
  context: ConsoleContext,
  visit: Visit,
  change: MemberChange,
  done: string,
): Promise<Answer> {
  if (change === "unknown") return { kind: "nothing" };
  const operatorId = visit.param("operator");
  if (change !== "last admin") {
    const to = done === "removed" ? "/console/operators" : `/console/operators/${operatorId}`;
    return { kind: "see other", to: `${to}?done=${done}` };
  }
  const refused = "The console keeps one admin. Make somebody else an admin first.";
  const page = await showOperator(context, visit, operatorId, refused);
  return page === undefined ? { kind: "nothing" } : { kind: "page", status: 409, page };
}

function addChanges({ post, context }: ConsoleServer): void {
  const { db } = context;
  post("/console/operators/:operator/role", {
    roles,
    answer: async (visit) => {
      const role = readRole(visit.form.text("role"));
      if (role === undefined) return { kind: "nothing" };
      const request = { operatorId: visit.param("operator"), role };
      const change = await changeOperatorRole(db, request, byVisitor(visit), visit.now);
      return answerChange(context, visit, change, "role");
    },
  });
  post("/console/operators/:operator/sign-out", {
    roles,
    answer: async (visit) => {
      const operatorId = visit.param("operator");
      const change = await signOutOperator(db, operatorId, byVisitor(visit), visit.now);
      return answerChange(context, visit, change, "signed-out");
    },
  });
  post("/console/operators/:operator/remove", {
    roles,
    answer: async (visit) => {
      const operatorId = visit.param("operator");
      const change = await removeOperator(db, operatorId, byVisitor(visit), visit.now);
      return answerChange(context, visit, change, "removed");
    },
  });
}

/** Adds `/console/operators` and what is under it. */
export function registerOperators(desk: ConsoleServer): void {
  const { get, post, context } = desk;
  get("/console/operators", {
    roles,
    answer: async (visit) => {
      const shown = { done: visit.query.text("done") };
      return { kind: "page", page: await showOperators(context, visit, shown) };
    },
  });
  get("/console/operators/:operator", {
    roles,
    answer: async (visit) => {
      const page = await showOperator(context, visit, visit.param("operator"));
      return page === undefined ? { kind: "nothing" } : { kind: "page", page };
    },
  });
  post("/console/operators/invitations", { roles, answer: (visit) => invite(context, visit) });
  post("/console/operators/invitations/:invitation/withdraw", {
    roles,
    answer: async (visit) => {
      const id = visit.param("invitation");
      const by = byVisitor(visit);
      const withdrawn = await withdrawOperatorInvitation(context.db, id, by, visit.now);
      if (!withdrawn) return { kind: "nothing" };
      return { kind: "see other", to: "/console/operators?done=withdrawn" };
    },
  });
  addChanges(desk);
}
