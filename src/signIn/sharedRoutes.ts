import { createRouteBuilders, none, type Route } from "../kit/site/routes.ts";
import {
  changeOwnPassword,
  endSession,
  session,
  showAccount,
  signOutOfAllSessions,
} from "./sharedAccountPage.ts";
import { accept, showInvitation } from "./sharedInvitationPages.ts";
import { askForReset, choosePassword, showReset, showResetRequest } from "./sharedPasswordReset.ts";
import {
  confirmSecondFactor,
  createRecoveryCodes,
  showSecondFactor,
  startSecondFactor,
  turnSecondFactorOff,
} from "./sharedSecondFactor.ts";
import { enterCode, enterPassword, leave, showSignIn, startOver } from "./sharedSignIn.ts";
import type { PersonHere, SignInSite } from "./sharedSite.ts";

const { get, post } = createRouteBuilders<SignInSite, PersonHere, "signed in">();

export const signInRoutes: readonly Route<SignInSite, PersonHere, "signed in">[] = [
  get("/sign-in", "anyone", none, showSignIn),
  post("/sign-in", "anyone", none, enterPassword),
  get("/sign-in/code", "anyone", none, startOver),
  post("/sign-in/code", "anyone", none, enterCode),
  post("/sign-out", "anyone", none, leave),
  get("/forgotten", "anyone", none, showResetRequest),
  post("/forgotten", "anyone", none, askForReset),
  get("/reset/:token", "anyone", none, showReset),
  post("/reset/:token", "anyone", none, choosePassword),
  get("/invitation/:token", "anyone", none, showInvitation),
  post("/invitation/:token", "anyone", none, accept),
  get("/account", "signed in", none, showAccount),
  post("/account/password", "signed in", none, changeOwnPassword),
  post("/account/sessions/:session/end", "signed in", session, endSession),
  post("/account/sign-out-everywhere", "signed in", none, signOutOfAllSessions),
  get("/account/second-factor", "signed in", none, showSecondFactor),
  post("/account/second-factor", "signed in", none, startSecondFactor),
  post("/account/second-factor/confirm", "signed in", none, confirmSecondFactor),
  post("/account/second-factor-off", "signed in", none, turnSecondFactorOff),
  post("/account/recovery-codes", "signed in", none, createRecoveryCodes),
];
