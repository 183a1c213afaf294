// What the search of the console finds.
import type { ApiKey } from "../accounts/account.ts";
import type { Content } from "../kit/html/html.ts";
import type { IconName } from "../kit/html/icons.ts";

/**
 * Something found; `about` is a quiet line under its name, `value` what a field that asks for it
 * contains once it is chosen.
 */
export type Hit = {
  readonly href: string;
  readonly icon: IconName;
  readonly name: Content;
  readonly about: Content;
  readonly beside: Content;
  readonly value?: string;
};

/**
 * Things of one kind, at most `maxHits`; `more` leads to a list of all, if there are more.
 * `missing` says why the kind cannot be searched now.
 */
export type HitGroup = {
  readonly title: string;
  readonly hits: readonly Hit[];
  readonly more: string | null;
  readonly missing?: string;
};

/** In the order of the results. */
export const kinds = [
  "orders",
  "quotes",
  "accounts",
  "people",
  "keys",
  "requests",
  "imports",
  "parts",
  "vendors",
] as const;

export type Kind = (typeof kinds)[number];

/** A key as lists and fields name it. */
export function nameKey({ name, lastFour }: Pick<ApiKey, "name" | "lastFour">): string {
  return `${name} …${lastFour}`;
}
