type CodedError = Error & { readonly code?: unknown; readonly constraint?: unknown };

/** SQLSTATE classes whose messages quote values: data exceptions and exceeded limits. */
const quotingCode = /^(22|54)[0-9A-Z]{3}$/;

/**
 * Describes an error for the log, without values of rows, which a database puts into its detail.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, constraint, message, stack, cause } = error as CodedError;
  const quotes = quotingCode.test(String(code));
  return {
    type: error.name,
    code,
    constraint,
    message: quotes ? "not logged, because it quotes user input" : message,
    stack: quotes
      ? stack
          ?.split("\n")
          .filter((line) => /^ {4}at /.test(line))
          .join("\n")
      : stack,
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}
