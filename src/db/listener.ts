// A connection that listens for notifications and reconnects by itself. Invariant: every gap is
// reported, because notifications sent during a gap are lost.
import pg from "pg";
import type { DatabaseAddress } from "./database.ts";

type ListenerOptions = {
  readonly address: DatabaseAddress;
  readonly channels: readonly string[];
  readonly onNotification: (channel: string, payload: string) => void;
  /** Called when the connection is lost or restored: cached data may be stale. */
  readonly onGap: () => void;
  readonly onError: (error: Error) => void;
  /** Called before each attempt to connect, to restart an embedded server. */
  readonly beforeConnect: () => Promise<void>;
};

type Listener = { close(): Promise<void> };

const retryMs = 500;

/** Listens until it is closed; reconnects every half second. */
export function openListener(options: ListenerOptions): Listener {
  let closed = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  const reconnectLater = (): void => {
    if (closed) return;
    clearTimeout(retry);
    retry = setTimeout(() => void connect(), retryMs);
  };

  const connect = async (): Promise<void> => {
    const attempt = new pg.Client({
      ...options.address,
      application_name: "partsdesk listener",
      keepAlive: true,
      connectionTimeoutMillis: 2_000,
    });
    attempt.on("error", options.onError);
    attempt.on("end", () => {
      options.onGap();
      reconnectLater();
    });
    attempt.on("notification", (message) =>
      options.onNotification(message.channel, message.payload ?? ""),
    );
    try {
      await options.beforeConnect();
      await attempt.connect();
      for (const channel of options.channels) await attempt.query(`listen ${channel}`);
      client = attempt;
      options.onGap();
      if (closed) await attempt.end();
    } catch (error) {
      options.onError(error as Error);
      await attempt.end().catch(() => undefined);
      reconnectLater();
    }
  };

  const connected = connect();
  return {
    async close() {
      closed = true;
      clearTimeout(retry);
      await connected;
      await client?.end();
    },
  };
}
