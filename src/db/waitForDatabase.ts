// The start of a service before its database: both may start at the same time.
import { setTimeout as delay } from "node:timers/promises";
import type { DatabaseAddress } from "./address.ts";
import { connectClient } from "./connection.ts";
import { mayAcceptLater } from "./databaseErrors.ts";

const retryMs = 500;
const reportMs = 1_000;

async function tryToConnect(address: DatabaseAddress): Promise<void> {
  const options = { applicationName: "partsdesk start", settings: {}, timeoutMs: 5_000 };
  const client = await connectClient(address, options);
  await client.end();
}

/** Node gives the error of a name with several addresses no message. */
function describe(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || (code ?? String(error));
}

/**
 * Waits until a server of `address` accepts connections, and reports a line per second meanwhile.
 * Throws what time does not heal, such as a wrong password, immediately, and anything else after
 * `waitS` seconds.
 */
export async function waitForDatabase(
  address: DatabaseAddress,
  waitS: number,
  report: (line: string) => void,
): Promise<void> {
  const startMs = performance.now();
  let reason = "no answer yet";
  const spentS = (): number => Math.round((performance.now() - startMs) / 1_000);
  const lines = setInterval(
    () => report(`Waiting for the database, ${spentS()} of ${waitS} seconds: ${reason}`),
    reportMs,
  );
  try {
    for (;;) {
      try {
        return await tryToConnect(address);
      } catch (cause) {
        if (!mayAcceptLater(cause)) throw cause;
        reason = describe(cause);
        if (performance.now() - startMs >= waitS * 1_000) {
          throw new Error(
            `The database did not accept a connection within ${waitS} s: ${reason}. ` +
              "Check DATABASE_URL and the server, or raise DATABASE_WAIT_SECONDS.",
            { cause },
          );
        }
      }
      await delay(retryMs);
    }
  } finally {
    clearInterval(lines);
  }
}
