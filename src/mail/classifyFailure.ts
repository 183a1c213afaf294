// What a failed hand-over means for the mail: whether another attempt may succeed.

/** What a mail server's refusal carries; all of it may be missing. */
type Refusal = {
  readonly code?: unknown;
  readonly command?: unknown;
  readonly responseCode?: unknown;
};

export type FailureClass =
  | { readonly end: "bounced"; readonly error: string }
  | { readonly end: "failed"; readonly error: string }
  | { readonly end: "again"; readonly error: string; readonly afterMs: number };

const delaysS = [15, 60, 300];
const longestDelayS = 900;
/** With the longest delay between them, five days. */
const mostAttempts = 480;

/**
 * Whether it was this mail that was refused for good: its recipient or its content, by a code of
 * the 500s, or an address that cannot be written to. A refused sender, sign-in or connection is no
 * fault of the mail; it waits until that is mended.
 */
function isRefusedForGood({ code, command, responseCode }: Refusal): boolean {
  if (command !== "RCPT TO" && command !== "DATA" && command !== "API") return false;
  if (typeof responseCode === "number") return responseCode >= 500;
  return command === "API" && code === "EENVELOPE";
}

/** The verdict on attempt number `attempts`, counted from 1. `error` is safe to store and log. */
export function classifyFailure(failure: unknown, error: string, attempts: number): FailureClass {
  const refusal = typeof failure === "object" && failure !== null ? (failure as Refusal) : {};
  if (isRefusedForGood(refusal)) return { end: "bounced", error };
  if (attempts >= mostAttempts) return { end: "failed", error };
  return { end: "again", error, afterMs: (delaysS[attempts - 1] ?? longestDelayS) * 1_000 };
}
