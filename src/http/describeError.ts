// An error as the log has it: where and what, but no value of a row, which a database puts in its
// detail.

type CodedError = Error & { readonly code?: unknown; readonly constraint?: unknown };

/** Classes of SQLSTATE whose messages quote what was sent: data exceptions and broken limits. */
const quotingCode = /^(22|54)[0-9A-Z]{3}$/;

/** The loggable part of an error; what is no error is named by its type alone. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, constraint, message, stack, cause } = error as CodedError;
  const quotes = quotingCode.test(String(code));
  return {
    type: error.name,
    code,
    constraint,
    message: quotes ? "not logged, since it quotes what was sent" : message,
    stack: quotes
      ? stack
          ?.split("\n")
          .filter((line) => /^ {4}at /.test(line))
          .join("\n")
      : stack,
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}
