import type { AccountId } from "../accounts/account.ts";
import type { OperatorIdentity } from "../audit/actor.ts";
import type { Currency, Money } from "../kit/money.ts";

declare const userIdBrand: unique symbol;
declare const sessionIdBrand: unique symbol;

export type UserId = string & { readonly [userIdBrand]: true };
export type SessionId = string & { readonly [sessionIdBrand]: true };

/** The most common role first. */
export const userRoles = ["buyer", "admin"] as const;

/** Admins also manage the users of their account. */
export type UserRole = (typeof userRoles)[number];

/** What the sessions of buyers and operators have in common. */
export type Person = {
  readonly sessionId: SessionId;
  readonly user: { readonly userId: UserId; readonly name: string; readonly email: string };
};

/** The draft to which a person adds parts, as it is now. */
export type CurrentDraft = {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly poNumber: string | null;
  readonly lines: number;
  readonly subtotal: Money;
};

/** The user of a request to the portal. */
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
  readonly draft?: CurrentDraft | null;
  /** The impersonating operator, if any: then nothing may be changed. */
  readonly viewedBy?: OperatorIdentity;
};

declare const operatorIdBrand: unique symbol;

export type OperatorId = UserId & { readonly [operatorIdBrand]: true };

/** The role with the most rights first. */
export const operatorRoles = ["admin", "catalog manager", "operator", "read-only"] as const;

/** What a role may do is declared with each route of the console. */
export type OperatorRole = (typeof operatorRoles)[number];

/** The operator of a request to the console. */
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
