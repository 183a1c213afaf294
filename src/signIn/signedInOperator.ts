// The nouns of operators: the distributor's own people, who belong to no account.
import type { SessionId, UserId } from "./signedIn.ts";

declare const operatorIdBrand: unique symbol;

/** The id of a person who is an operator; not every person is one. */
export type OperatorId = UserId & { readonly [operatorIdBrand]: true };

/** Every role of an operator, the one with the most rights first. */
export const operatorRoles = ["admin", "catalog manager", "operator", "read-only"] as const;

/** What an operator may do in the console: see the roles of each route. */
export type OperatorRole = (typeof operatorRoles)[number];

/** Who makes a request of the console, once their session is known to be good. */
export type SignedInOperator = {
  readonly sessionId: SessionId;
  readonly operator: {
    readonly operatorId: OperatorId;
    readonly name: string;
    readonly email: string;
    readonly role: OperatorRole;
  };
  readonly hasSecondFactor: boolean;
};
