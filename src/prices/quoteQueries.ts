import type { AccountId } from "../accounts/account.ts";
import type { Queryable } from "../db/database.ts";
import type { Currency } from "../kit/money.ts";
import { readStoredPrice } from "../kit/price.ts";
import { all, raw, type Sql, sql } from "../kit/sql.ts";
import type { Quote, QuoteOptionId } from "./quote.ts";

/** The columns of an option `p` of a request `q`, except what is left of it. */
export const optionColumns =
  raw(`p.option_id::float8, p.request_id, q.request_number, p.line_number,
  p.option, p.offer_id::float8, p.part_number, p.title, p.manufacturer, p.condition,
  p.unit_of_measure, p.certificate, p.unit_price::text, p.currency, p.quantity, p.min_quantity,
  p.multiple, p.lead_time_days, p.valid_until::text,
  p.version = q.quote_version and q.state <> 'withdrawn' as is_current`);

/** What the account's drafts and orders, except one, have not taken of an option `p`. */
export function leftOf(exceptOrder: string | null): Sql {
  return sql`(p.quantity - (
    select coalesce(sum(l.quantity), 0) from order_lines l join orders o using (order_id)
    where l.quote_option = p.option_id and o.status in ('draft', 'confirmed', 'fulfilled')
      and o.order_id is distinct from ${exceptOrder}::uuid
  ))::integer`;
}

export type QuoteRow = Omit<Quote, "unitPrice"> & {
  readonly unitPrice: string;
  readonly currency: Currency;
};

export function toQuote({ unitPrice, currency, ...quote }: QuoteRow): Quote {
  return { ...quote, unitPrice: readStoredPrice(unitPrice, currency) };
}

/** The current options of a part number that the account was quoted, the newest first. */
export async function selectQuotesOfPart(
  db: Queryable,
  accountId: AccountId,
  partNumberKey: string,
): Promise<Quote[]> {
  const rows = await all<QuoteRow>(
    db,
    sql`select ${optionColumns}, ${leftOf(null)} as left
      from quote_options p join quote_requests q using (request_id)
      where p.part_number_key = ${partNumberKey} and q.account_id = ${accountId}
        and p.version = q.quote_version and q.state <> 'withdrawn'
      order by p.option_id desc limit 20`,
  );
  return rows.map(toQuote);
}

/**
 * The account's options of these ids as an order meets them, null: a new one. With `lock` their
 * requests stay as they are until the transaction ends, and no other order takes of them.
 */
export async function selectQuotes(
  db: Queryable,
  { accountId, orderId }: { readonly accountId: AccountId; readonly orderId: string | null },
  optionIds: readonly QuoteOptionId[],
  lock: boolean,
): Promise<Quote[]> {
  if (lock) {
    await all(
      db,
      sql`select from quote_requests where request_id in (
          select request_id from quote_options where option_id = any(${optionIds}::bigint[])
        ) order by request_id for no key update`,
    );
  }
  const rows = await all<QuoteRow>(
    db,
    sql`select ${optionColumns}, ${leftOf(orderId)} as left
      from quote_options p join quote_requests q using (request_id)
      where p.option_id = any(${optionIds}::bigint[]) and q.account_id = ${accountId}`,
  );
  return rows.map(toQuote);
}
