// A connection that listens for notifications and reconnects by itself. Invariant: every gap is
// reported, because notifications sent during a gap are lost.
import type pg from "pg";
import type { DatabaseAddress } from "./address.ts";
import { connectClient, sessionSettings, socketOf } from "./connection.ts";
import type { Queryable } from "./database.ts";
import { toQueryable } from "./toQueryable.ts";

/**
 * A connection that listens. Notifications of everything committed before a statement was sent
 * arrive before its result.
 */
export type ListeningConnection = Queryable & {
  /** Closes the socket immediately; the listener reconnects. */
  destroy(): void;
};

type ListenerOptions = {
  readonly address: DatabaseAddress;
  readonly channels: readonly string[];
  readonly onNotification: (channel: string, payload: string) => void;
  /** Called after each connect: notifications sent before it are lost. */
  readonly onConnect: (connection: ListeningConnection) => void;
  /** Called when the connection is lost. */
  readonly onLoss: () => void;
  readonly onError: (error: Error) => void;
  /** Called before each attempt to connect, to restart an embedded server. */
  readonly beforeConnect: () => Promise<void>;
};

export type Listener = { close(): Promise<void> };

const retryMs = 500;
/** Limits connecting, and then listening. */
const connectMs = 2_000;
/** The server cancels a statement that waits for a lock, even after the client has disconnected. */
const settings = { ...sessionSettings, statement_timeout: "4s" };

/** Listens until it is closed; reconnects every half second. */
export function openListener(options: ListenerOptions): Listener {
  let closed = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let connecting: Promise<void>;

  const reconnectLater = (): void => {
    if (closed) return;
    clearTimeout(retry);
    retry = setTimeout(() => {
      connecting = connect();
    }, retryMs);
  };

  const start = async (connected: pg.Client): Promise<void> => {
    const destroy = (): void => void socketOf(connected).destroy();
    const timer = setTimeout(destroy, connectMs);
    const listening = options.channels.map((channel) => connected.query(`listen ${channel}`));
    await Promise.all(listening).finally(() => clearTimeout(timer));
    if (closed) await connected.end();
    else options.onConnect({ ...toQueryable(connected), destroy });
  };

  const connect = async (): Promise<void> => {
    try {
      await options.beforeConnect();
      const connected = await connectClient(options.address, {
        applicationName: "partsdesk listener",
        settings,
        timeoutMs: connectMs,
      });
      connected.on("error", options.onError);
      connected.on("end", () => {
        options.onLoss();
        reconnectLater();
      });
      connected.on("notification", (message) =>
        options.onNotification(message.channel, message.payload ?? ""),
      );
      client = connected;
      await start(connected);
    } catch (error) {
      options.onError(error as Error);
      await client?.end();
      reconnectLater();
    }
  };

  connecting = connect();
  return {
    async close() {
      closed = true;
      clearTimeout(retry);
      await connecting;
      await client?.end();
    },
  };
}
