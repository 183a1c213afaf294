import type { AccountId } from "../accounts/account.ts";
import type { Queryable } from "../db/database.ts";

/** What a service already has. */
export type FirstSteps = {
  readonly hasOffers: boolean;
  /** The oldest account; null if there is none. */
  readonly accountId: AccountId | null;
  readonly hasKeys: boolean;
  readonly hasPeople: boolean;
  readonly hasOrders: boolean;
  /** Whether a buyer has ever confirmed an order. */
  readonly hasConfirmed: boolean;
};

export async function selectFirstSteps(db: Queryable): Promise<FirstSteps> {
  const rows = await db.query<FirstSteps>({
    name: "select_first_steps",
    text: `select exists (select from offers) as "hasOffers",
        (select account_id from accounts order by created_at limit 1) as "accountId",
        exists (select from api_keys) as "hasKeys",
        exists (select from users where account_id is not null)
          or exists (select from invitations where account_id is not null) as "hasPeople",
        exists (select from orders) as "hasOrders",
        exists (select from order_events where kind = 'confirmed') as "hasConfirmed"`,
    values: [],
  });
  return rows[0] as FirstSteps;
}
