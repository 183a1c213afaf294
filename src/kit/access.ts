// Who may use the console's routes, by role.
import type { OperatorRole, SignedInOperator } from "../signIn/signedIn.ts";

/** The roles that may use a route, at least one. */
type Roles = readonly [OperatorRole, ...OperatorRole[]];

/** What a route requires. `beforeSecondFactor`: open to operators who still have to set one up. */
export type ConsoleAccess = { readonly roles: Roles; readonly beforeSecondFactor?: true };

const allRoles: Roles = ["admin", "catalog manager", "operator", "read-only"];

/** Reading. */
export const everyone: ConsoleAccess = { roles: allRoles };
/** An operator's own account. */
export const everyoneBeforeSecondFactor: ConsoleAccess = {
  roles: allRoles,
  beforeSecondFactor: true,
};
/** Orders, accounts, keys and e-mail. */
export const operators: ConsoleAccess = { roles: ["admin", "operator"] };
/** The catalog, imports and agreements. */
export const catalogManagers: ConsoleAccess = { roles: ["admin", "catalog manager"] };
export const admins: ConsoleAccess = { roles: ["admin"] };

export function mayUse({ roles }: ConsoleAccess, { operator }: SignedInOperator): boolean {
  return roles.includes(operator.role);
}

/** What a key of the operator API may do, by its part. To write includes to read. */
export const scopes = [
  "orders:read",
  "orders:write",
  "catalog:read",
  "catalog:write",
  "accounts:read",
  "accounts:write",
  "quotes:read",
  "quotes:write",
  "audit:read",
] as const;
export type Scope = (typeof scopes)[number];
/** What a scope is about. */
export type Part = Scope extends `${infer Name}:${string}` ? Name : never;

export function hasScope(granted: readonly Scope[], needed: Scope): boolean {
  return granted.includes(needed) || granted.includes(needed.replace(/:read$/, ":write") as Scope);
}
