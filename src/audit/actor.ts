/** An operator, under the name and role they had at the time. */
export type OperatorIdentity = {
  readonly operatorId: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
};

export type OperatorActor = {
  readonly kind: "operator";
  readonly operator: OperatorIdentity;
  readonly requestId: string;
};

export type UserActor = {
  readonly kind: "user";
  readonly user: { readonly userId: string; readonly name: string; readonly email: string };
  readonly requestId: string;
};

/** Somebody who runs a command on the server; the operator is unknown. */
export type ShellActor = { readonly kind: "shell"; readonly requestId: "shell" };

export type Actor = OperatorActor | UserActor | ShellActor;

export const shellActor: ShellActor = { kind: "shell", requestId: "shell" };

export function operatorActor(visit: {
  readonly signedIn: { readonly operator: OperatorIdentity };
  readonly requestId: string;
}): OperatorActor {
  const { signedIn, requestId } = visit;
  return { kind: "operator", operator: signedIn.operator, requestId };
}

export function userActor(visit: {
  readonly signedIn: { readonly user: UserActor["user"] };
  readonly requestId: string;
}): UserActor {
  const { userId, name, email } = visit.signedIn.user;
  return { kind: "user", user: { userId, name, email }, requestId: visit.requestId };
}

/** The name for records; the e-mail address if the user has no name. */
export function nameUser({ name, email }: UserActor["user"]): string {
  return name === "" ? email : name;
}

/** The operator of an actor; null if it is not an operator. */
export function findOperator(actor: Actor): OperatorIdentity | null {
  return actor.kind === "operator" ? actor.operator : null;
}
