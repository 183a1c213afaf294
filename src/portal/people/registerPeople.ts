// The pages of people: how they come in, what they change of themselves, who else is in the account.
import type { PortalServer } from "../portalServer.ts";
import { registerAccountPages } from "./accountPages.ts";
import { registerForgottenPages } from "./forgottenPages.ts";
import { registerInvitationPages } from "./invitationPages.ts";
import { registerPeoplePages } from "./peoplePages.ts";
import { registerSecondFactorPages } from "./secondFactorPages.ts";
import { registerSignInPages } from "./signInPages.ts";

/** Adds every page of people. */
export function registerPeople(portal: PortalServer): void {
  registerSignInPages(portal);
  registerForgottenPages(portal);
  registerInvitationPages(portal);
  registerAccountPages(portal);
  registerSecondFactorPages(portal);
  registerPeoplePages(portal);
}
