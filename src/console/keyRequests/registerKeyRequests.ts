// The console's pages of requests for keys: the queue, one request, and what is done to it.

import { selectAccount } from "../../accounts/queries.ts";
import { operatorActor } from "../../audit/actor.ts";
import type { FieldFault } from "../../html/form.ts";
import type { Html } from "../../html/html.ts";
import {
  answerKeyRequest,
  answerLength,
  reopenKeyRequest,
} from "../../keyRequests/answerKeyRequest.ts";
import {
  editKeyRequest,
  type KeyRequestChangeOutcome,
  matchKeyRequest,
  type SeenRequest,
} from "../../keyRequests/changeKeyRequest.ts";
import { openRequestedAccount } from "../../keyRequests/openRequestedAccount.ts";
import { readFormVersion } from "../../site/fields.ts";
import { type Answer, answerPage, notFound } from "../../site/visit.ts";
import { allRoles, operatorAndAdminRoles as roles } from "../allRoles.ts";
import type { Visit } from "../consoleContext.ts";
import type { ConsoleServer } from "../consoleServer.ts";
import { findRequest } from "./findRequest.ts";
import { readAccount, readTypedRequest } from "./readTerms.ts";
import { registerEntering } from "./registerEntering.ts";
import { registerIssuing } from "./registerIssuing.ts";
import { renderStateConflict, renderTypedConflict } from "./renderStateConflict.ts";
import { type RequestForm, showKeyRequest } from "./showKeyRequest.ts";
import { showKeyRequests } from "./showKeyRequests.ts";

const root = "/console/key-requests/:request";

function toSeen(visit: Visit): SeenRequest {
  const requestId = visit.param("request");
  return { requestId, version: readFormVersion(visit.form), actor: operatorActor(visit) };
}

type Changes = {
  /** The page with a form whose fields are wrong. */
  refuse(visit: Visit, of: RequestForm, faults: readonly FieldFault[]): Promise<Answer>;
  /** The answer to a change; `done` names it, `wanted` says it where it could not be made. */
  finish(
    visit: Visit,
    outcome: KeyRequestChangeOutcome,
    words: { readonly done: string; readonly wanted: string; readonly conflict?: ConflictWriter },
  ): Promise<Answer>;
};

type ConflictWriter = (request: Parameters<typeof renderStateConflict>[0]) => {
  readonly head: Html;
  readonly form?: RequestForm;
};

function createChanges({ context }: ConsoleServer): Changes {
  return {
    async refuse(visit, of, faults) {
      const request = await findRequest(context, visit);
      if (request === undefined) return notFound;
      const form = { of, state: { value: visit.form.text, faults } };
      const page = await showKeyRequest(context, visit, request, { form });
      return answerPage(page, 422);
    },
    async finish(visit, outcome, { done, wanted, conflict }) {
      if (outcome.outcome === "unknown") return notFound;
      if (outcome.outcome === "changed") {
        const to = `/console/key-requests/${visit.param("request")}?done=${done}`;
        return { kind: "redirect", to };
      }
      const { request } = outcome;
      const { head, form } = conflict?.(request) ?? { head: renderStateConflict(request, wanted) };
      const state = { value: visit.form.text, faults: [] };
      const shown = form === undefined ? { head } : { head, form: { of: form, state } };
      const page = await showKeyRequest(context, visit, request, shown);
      return answerPage(page, 409);
    },
  };
}

function addAccount({ post, context }: ConsoleServer, { refuse, finish }: Changes): void {
  const { db } = context;
  post(`${root}/match`, {
    roles,
    answer: async (visit) => {
      const typed = visit.form.text("account").trim();
      const account = await selectAccount(db, typed);
      if (account === undefined) {
        const text = `There is no account "${typed}". Type its name whole, or open one.`;
        return refuse(visit, "match", [{ field: "account", text }]);
      }
      const outcome = await matchKeyRequest(db, toSeen(visit), account.accountId, visit.now);
      return finish(visit, outcome, { done: "matched", wanted: `choose ${account.name}` });
    },
  });
  post(`${root}/account`, {
    roles,
    answer: async (visit) => {
      const typed = readAccount(visit.form);
      if (!("currency" in typed)) return refuse(visit, "account", typed);
      const outcome = await openRequestedAccount(db, toSeen(visit), typed, visit.now);
      if (outcome.outcome !== "name taken") {
        return finish(visit, outcome, { done: "opened", wanted: `open ${typed.name}` });
      }
      const text = `There is an account ${typed.name} already. Choose it, or type another name.`;
      return refuse(visit, "account", [{ field: "account_name", text }]);
    },
  });
}

function addEditing({ post, context }: ConsoleServer, { refuse, finish }: Changes): void {
  post(`${root}/edit`, {
    roles,
    answer: async (visit) => {
      const typed = readTypedRequest(visit.form);
      if (!("email" in typed)) return refuse(visit, "edit", typed);
      const outcome = await editKeyRequest(context.db, toSeen(visit), typed, visit.now);
      return finish(visit, outcome, {
        done: "edited",
        wanted: "change what was typed",
        conflict: (request) => ({ head: renderTypedConflict(request, typed), form: "edit" }),
      });
    },
  });
}

function addAnswers({ post, context }: ConsoleServer, { refuse, finish }: Changes): void {
  const ways = [
    { path: "ask", kind: "question", done: "asked", wanted: "ask for more" },
    { path: "decline", kind: "refusal", done: "declined", wanted: "decline" },
  ] as const;
  for (const { path, kind, done, wanted } of ways) {
    post(`${root}/${path}`, {
      roles,
      answer: async (visit) => {
        const text = visit.form.text("text").trim().toWellFormed();
        if (text === "" || [...text].length > answerLength) {
          const fault = `Type 1 to ${answerLength} characters: they are mailed.`;
          return refuse(visit, path, [{ field: "text", text: fault }]);
        }
        const answer = { kind, text };
        const outcome = await answerKeyRequest(context, toSeen(visit), answer, visit.now);
        return finish(visit, outcome, { done, wanted });
      },
    });
  }
  post(`${root}/reopen`, {
    roles,
    answer: async (visit) => {
      const outcome = await reopenKeyRequest(context.db, toSeen(visit), visit.now);
      return finish(visit, outcome, { done: "reopened", wanted: "open it again" });
    },
  });
}

/** Adds `/console/key-requests` and what is under it. */
export function registerKeyRequests(desk: ConsoleServer): void {
  const { get, context } = desk;
  get("/console/key-requests", {
    roles: allRoles,
    answer: (visit) => showKeyRequests(context, visit),
  });
  registerEntering(desk);
  get(root, {
    roles: allRoles,
    answer: async (visit) => {
      const request = await findRequest(context, visit);
      if (request === undefined) return notFound;
      return answerPage(await showKeyRequest(context, visit, request));
    },
  });
  const changes = createChanges(desk);
  addAccount(desk, changes);
  addEditing(desk, changes);
  addAnswers(desk, changes);
  registerIssuing(desk);
}
