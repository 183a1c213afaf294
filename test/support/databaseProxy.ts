// A proxy between the service and its database that a test can close or stall, like a failing
// network.
import { connect, createServer, type Server, type Socket } from "node:net";
import type { DatabaseAddress } from "../../src/db/address.ts";

export type DatabaseProxy<Address extends DatabaseAddress = DatabaseAddress> = {
  /** The database as it is reached through the proxy. */
  readonly address: Address;
  /** Cuts every connection and refuses new ones. */
  refuse(): void;
  /** Resolves when it refuses the next connection. */
  nextRefusal(): Promise<void>;
  /** Keeps connections open and accepts new ones, but forwards nothing. */
  hang(): void;
  /** Lets connections start, but forwards none of their statements. */
  hangStarted(): void;
  /** How often clients have sent something: at least once for each statement. */
  countSent(): number;
  /** The commits whose answers were lost so far. */
  countLostCommits(): number;
  /** Lets everything through, but cuts a connection when the answer to a commit arrives. */
  loseCommits(): void;
  /** Forwards everything again; stalled connections are closed. */
  restore(): void;
  close(): Promise<void>;
};

function connectTo({ host = "", port = 5432 }: DatabaseAddress): Socket {
  return host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as { port: number }).port;
}

/** What a connection lets through. */
type ProxyState = "open" | "refusing" | "hanging" | "started" | "losing";

/** The sockets that are open. */
function createSockets() {
  const sockets = new Set<Socket>();
  return {
    track(socket: Socket): void {
      sockets.add(socket.on("error", () => socket.destroy()));
      socket.on("close", () => sockets.delete(socket));
    },
    cutAll: (): void => sockets.forEach((socket) => void socket.destroy()),
  };
}

/** Sends on what the client writes, unless the state says otherwise. */
function forwardStatements(
  client: Socket,
  upstream: Socket,
  state: () => ProxyState,
  counts: { sent: number },
): void {
  let started = false;
  client.on("data", (bytes) => {
    counts.sent += 1;
    if (state() === "hanging" || (state() === "started" && started)) return;
    started = true;
    upstream.write(bytes);
  });
  client.on("close", () => upstream.destroy());
}

/** Opens a proxy on loopback to the server of `address`: a folder of sockets, or loopback. */
export async function openDatabaseProxy<Address extends DatabaseAddress>(
  address: Address,
): Promise<DatabaseProxy<Address>> {
  const { track, cutAll } = createSockets();
  let refusal = Promise.withResolvers<void>();
  let state: ProxyState = "open";
  const counts = { sent: 0, lostCommits: 0 };

  const server = createServer((client) => {
    if (state === "refusing") {
      client.destroy();
      refusal.resolve();
    }
    track(client);
    if (state === "hanging" || state === "refusing") return;
    const upstream = connectTo(address);
    track(upstream);
    forwardStatements(client, upstream, () => state, counts);
    upstream.on("data", (bytes) => {
      if (state === "hanging") return;
      if (state !== "losing" || !bytes.includes("COMMIT\0")) return void client.write(bytes);
      counts.lostCommits += 1;
      client.destroy();
    });
    upstream.on("close", () => client.destroy());
  });
  const port = await listen(server);
  return {
    address: { ...address, host: "127.0.0.1", port, ssl: false },
    refuse() {
      state = "refusing";
      cutAll();
    },
    nextRefusal() {
      refusal = Promise.withResolvers<void>();
      return refusal.promise;
    },
    hang() {
      state = "hanging";
    },
    hangStarted() {
      state = "started";
    },
    loseCommits() {
      state = "losing";
    },
    countSent: () => counts.sent,
    countLostCommits: () => counts.lostCommits,
    restore() {
      state = "open";
      cutAll();
    },
    close() {
      cutAll();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}
