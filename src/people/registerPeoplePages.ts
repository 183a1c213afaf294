// The pages by which people come in and see to themselves, the same at both doors.
import { registerForgottenPages } from "./forgottenPages.ts";
import { registerInvitationPages } from "./invitationPages.ts";
import { registerOwnPages } from "./ownPages.ts";
import type { PeopleServer } from "./peopleServer.ts";
import { registerSecondFactorPages } from "./secondFactorPages.ts";
import { registerSignInPages } from "./signInPages.ts";

/** Adds them to a door. */
export function registerPeoplePages(door: PeopleServer): void {
  registerSignInPages(door);
  registerForgottenPages(door);
  registerInvitationPages(door);
  registerOwnPages(door);
  registerSecondFactorPages(door);
}
