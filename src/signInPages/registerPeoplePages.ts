// The pages by which people come in and see to themselves, the same at both doors.

import { registerInvitationPages } from "./invitationPages.ts";
import { registerOwnPages } from "./ownPages.ts";
import { registerPasswordResetPages } from "./passwordResetPages.ts";
import type { PeopleServer } from "./peopleServer.ts";
import { registerSecondFactorPages } from "./secondFactorPages.ts";
import { registerSignInPages } from "./signInPages.ts";

/** Adds them to a door. */
export function registerPeoplePages(door: PeopleServer): void {
  registerSignInPages(door);
  registerPasswordResetPages(door);
  registerInvitationPages(door);
  registerOwnPages(door);
  registerSecondFactorPages(door);
}
