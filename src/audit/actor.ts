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

/** A system of the distributor, by its key of the operator API. */
export type KeyActor = {
  readonly kind: "key";
  readonly key: { readonly keyId: string; readonly name: string; readonly lastFour: string };
  readonly requestId: string;
};

/** Who acts for the distributor: a person, or a system. */
export type StaffActor = OperatorActor | KeyActor;

/** Somebody who runs a command on the server; the operator is unknown. */
export type ShellActor = { readonly kind: "shell"; readonly requestId: "shell" };

export type Actor = StaffActor | UserActor | ShellActor;

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

/** Who acts for the distributor: a person or a system; null for buyers and the shell. */
export function findOperator(actor: StaffActor): OperatorIdentity;
export function findOperator(actor: Actor): OperatorIdentity | null;
export function findOperator(actor: Actor): OperatorIdentity | null {
  if (actor.kind === "operator") return actor.operator;
  if (actor.kind !== "key") return null;
  const { keyId, name, lastFour } = actor.key;
  return { operatorId: keyId, name, email: `ok_live_…${lastFour}`, role: "key" };
}
