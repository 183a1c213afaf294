// A sample request that can be pasted into a shell, for mails and pages with a key.

export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * A curl command that looks up one part. `authorization` is inserted unquoted, so that it can be a
 * quoted key or a variable.
 */
export function formatSampleRequest(call: {
  readonly publicUrl: string;
  readonly prefix: string;
  readonly authorization: string;
  readonly partNumber: string;
}): string {
  const { publicUrl, prefix, authorization, partNumber } = call;
  return `curl -s ${quoteForShell(`${publicUrl}${prefix}/catalog`)} \\
  -H ${authorization} \\
  -H 'Content-Type: application/json' \\
  -d ${quoteForShell(JSON.stringify({ part_numbers: [partNumber] }))}`;
}
