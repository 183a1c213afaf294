// The terms of a new key as an operator types them, and what the e-mail with it contains.

import { findExample } from "../../catalog/search/siteQueries.ts";
import { endOfDay, parseDay, utcDay } from "../../day.ts";
import { keyNameLength } from "../../keyRequests/requestKey.ts";
import type { KeyMailParts } from "../../keys/mailNewKey.ts";
import { parsePersonName } from "../../people/personName.ts";
import type { Fields } from "../../site/fields.ts";
import type { ConsoleContext } from "../consoleContext.ts";

export const keyNameFault = {
  field: "name",
  text: `Enter a name of at most ${keyNameLength} characters on one line.`,
} as const;

export function readKeyName(form: Fields): string | undefined {
  const name = parsePersonName(form.text("name"));
  return name !== undefined && [...name].length <= keyNameLength ? name : undefined;
}

export const expiryFault = {
  field: "expires",
  text: "Choose a day in the future, or leave it empty.",
} as const;

/** The end of the last day in UTC, null for no day, undefined for an invalid or past day. */
export function readExpiry(form: Fields, now: Date): Date | null | undefined {
  const text = form.text("expires").trim();
  if (text === "") return null;
  const day = parseDay(text);
  const expiresAt = day === undefined ? undefined : endOfDay(day);
  return expiresAt !== undefined && expiresAt > now ? expiresAt : undefined;
}

/** What the e-mail with a key says about the service, with a part number to try. */
export function keyMailParts(
  { replica, publicUrl, supportEmail }: ConsoleContext,
  now: Date,
): KeyMailParts {
  const { partNumber } = findExample(replica, utcDay(now));
  return { publicUrl, supportEmail, partNumber };
}
