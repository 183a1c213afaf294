// The nouns of people: who is signed in, and on whose behalf. A person belongs to one account.
import type { AccountId } from "../accounts/account.ts";
import type { OperatorIdentity } from "../audit/actor.ts";
import type { Currency } from "../money.ts";

declare const userIdBrand: unique symbol;
declare const sessionIdBrand: unique symbol;

export type UserId = string & { readonly [userIdBrand]: true };
export type SessionId = string & { readonly [sessionIdBrand]: true };

/** Every role of a buyer's people, the one most have first. */
export const userRoles = ["buyer", "admin"] as const;

/** What a person may do within their account; an admin also changes its people. */
export type UserRole = (typeof userRoles)[number];

/** Whose session it is: what is the same of buyers and operators. */
export type Person = {
  readonly sessionId: SessionId;
  readonly user: { readonly userId: UserId; readonly name: string; readonly email: string };
};

/** Who makes a request of the web site, once their session is known to be good. */
export type SignedIn = {
  readonly sessionId: SessionId;
  readonly user: {
    readonly userId: UserId;
    readonly name: string;
    readonly email: string;
    readonly role: UserRole;
  };
  readonly account: {
    readonly accountId: AccountId;
    readonly name: string;
    readonly currency: Currency;
  };
  /** The operator who looks, where it is no buyer: then nothing may be changed. */
  readonly viewedBy?: OperatorIdentity;
};

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
