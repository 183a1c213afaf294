// What people change of themselves: the password and the sessions.
import { changePassword } from "../signIn/changePassword.ts";
import { revokeSession, signOutEverywhere } from "../signIn/signOut.ts";
import type { Answer } from "../site/visit.ts";
import { describePasswordWeakness } from "./describePasswordWeakness.ts";
import { describeWait } from "./describeWait.ts";
import type { PeopleServer } from "./peopleServer.ts";
import { showOwn } from "./showOwn.ts";

function addPassword(door: PeopleServer): void {
  const { post, people, root } = door;
  post("/account/password", {
    access: "signed in",
    answer: async (visit) => {
      const { form, now } = visit;
      const passwords = { present: form.text("present"), next: form.text("next") };
      const changed = await changePassword(people, visit, passwords, now);
      const refuse = async (field: string, text: string, status: 422 | 429): Promise<Answer> => {
        const shown = { form: "password", faults: [{ field, text }] } as const;
        return { kind: "page", status, page: await showOwn(door, visit, shown) };
      };
      switch (changed.outcome) {
        case "changed":
          return { kind: "see other", to: `${root}/account?done=password-changed` };
        case "wrong":
          return refuse("present", "This is not your present password.", 422);
        case "too many":
          return refuse("present", describeWait(changed.waitS), 429);
        case "unfit":
          return refuse(
            "next",
            describePasswordWeakness(changed.password, changed.secondFactor),
            422,
          );
      }
    },
  });
}

function addSessions({ post, people: { db }, root }: PeopleServer): void {
  post("/account/sessions/:session/end", {
    access: "signed in",
    answer: async ({ signedIn, param }) => {
      const ended = await revokeSession(db, signedIn.user.userId, param("session"));
      if (!ended) return { kind: "nothing" };
      return { kind: "see other", to: `${root}/account?done=session-ended` };
    },
  });
  post("/account/sign-out-everywhere", {
    access: "signed in",
    answer: async ({ signedIn }) => {
      await signOutEverywhere(db, signedIn.user.userId);
      const to = `${root}/sign-in?done=signed-out-everywhere`;
      return { kind: "see other", to, session: "ended" };
    },
  });
}

/** Adds `/account` and what people change of themselves there. */
export function registerOwnPages(door: PeopleServer): void {
  door.get("/account", {
    access: "signed in",
    answer: async (visit) => ({
      kind: "page",
      page: await showOwn(door, visit, { done: visit.query.text("done") }),
    }),
  });
  addPassword(door);
  addSessions(door);
}
