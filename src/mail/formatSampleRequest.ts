// Requests that can be pasted into a shell, for mails and pages.
import { apiPrefixes } from "../kit/contract/limits.ts";

export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * A curl command. `authorization` is inserted unquoted, so that it can be a quoted key; without it,
 * a shell variable has the key. `body` is JSON.
 */
export function formatCurl(
  url: string,
  body: string | null = null,
  authorization = '"Authorization: Bearer $PARTSDESK_KEY"',
  headers: readonly string[] = [],
): string {
  const sent = body === null ? [] : ["Content-Type: application/json", ...headers];
  return [
    `curl -s ${quoteForShell(url)}`,
    `-H ${authorization}`,
    ...sent.map((header) => `-H ${quoteForShell(header)}`),
    ...(body === null ? [] : [`-d ${quoteForShell(body)}`]),
  ].join(" \\\n  ");
}

/** A curl command that looks up one part. */
export function formatSampleRequest(call: {
  readonly publicUrl: string;
  readonly authorization?: string;
  readonly partNumber: string;
}): string {
  const { publicUrl, authorization, partNumber } = call;
  const body = JSON.stringify({ part_numbers: [partNumber] });
  return formatCurl(`${publicUrl}${apiPrefixes[0]}/catalog`, body, authorization);
}
