// What people change of themselves: the password and the sessions.
import { changePassword } from "../../accounts/changePassword.ts";
import { revokeSession, signOutEverywhere } from "../../accounts/signOut.ts";
import type { Answer } from "../../http/visit.ts";
import type { PortalServer } from "../portalServer.ts";
import { sayPasswordFlaw } from "./sayPasswordFlaw.ts";
import { sayWait } from "./sayWait.ts";
import { showAccount } from "./showAccount.ts";

function addPassword({ post, context }: PortalServer): void {
  const { people } = context;
  post("/account/password", {
    access: "signed in",
    answer: async ({ signedIn, form, address, now }) => {
      const passwords = { present: form.text("present"), next: form.text("next") };
      const changed = await changePassword(people, { signedIn, address }, passwords, now);
      const refuse = async (field: string, text: string, status: 422 | 429): Promise<Answer> => {
        const shown = { form: "password", faults: [{ field, text }] } as const;
        return { kind: "page", status, page: await showAccount(people, signedIn, now, shown) };
      };
      switch (changed.outcome) {
        case "changed":
          return { kind: "see other", to: "/account?done=password-changed" };
        case "wrong":
          return refuse("present", "This is not your present password.", 422);
        case "too many":
          return refuse("present", sayWait(changed.waitS), 429);
        case "unfit":
          return refuse("next", sayPasswordFlaw(changed.password, changed.secondFactor), 422);
      }
    },
  });
}

function addSessions({ post, context }: PortalServer): void {
  const { db } = context;
  post("/account/sessions/:session/end", {
    access: "signed in",
    answer: async ({ signedIn, param }) => {
      const ended = await revokeSession(db, signedIn.user.userId, param("session"));
      if (!ended) return { kind: "nothing" };
      return { kind: "see other", to: "/account?done=session-ended" };
    },
  });
  post("/account/sign-out-everywhere", {
    access: "signed in",
    answer: async ({ signedIn }) => {
      await signOutEverywhere(db, signedIn.user.userId);
      return { kind: "see other", to: "/sign-in?done=signed-out-everywhere", session: "ended" };
    },
  });
}

/** Adds `/account` and what people change of themselves there. */
export function registerAccountPages(portal: PortalServer): void {
  const { people } = portal.context;
  portal.get("/account", {
    access: "signed in",
    answer: async ({ signedIn, query, now }) => {
      const shown = { done: query.text("done") };
      return { kind: "page", page: await showAccount(people, signedIn, now, shown) };
    },
  });
  addPassword(portal);
  addSessions(portal);
}
