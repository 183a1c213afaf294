// A connection that listens for notifications and reconnects by itself. Invariant: every gap is
// reported, because notifications sent during a gap are lost.
import type pg from "pg";
import type { DatabaseAddress } from "./address.ts";
import { connectClient } from "./connection.ts";

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
    try {
      await options.beforeConnect();
      const connected = await connectClient(options.address, {
        applicationName: "partsdesk listener",
        settings: {},
        timeoutMs: 2_000,
      });
      connected.on("error", options.onError);
      connected.on("end", () => {
        options.onGap();
        reconnectLater();
      });
      connected.on("notification", (message) =>
        options.onNotification(message.channel, message.payload ?? ""),
      );
      client = connected;
      for (const channel of options.channels) await connected.query(`listen ${channel}`);
      options.onGap();
      if (closed) await connected.end();
    } catch (error) {
      options.onError(error as Error);
      await client?.end();
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
