// Connections that are ready for use: on a server that accepts writes if the address requires it,
// and with their own settings. Invariant: settings are made and verified after connecting, because
// a pooler in between may reject or ignore parameters of the connection.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import pg from "pg";
import { type DatabaseAddress, listServers } from "./address.ts";
import { UnavailableError } from "./databaseErrors.ts";

/** Settings of a session by name, each value as the server shows it ("10s", not "10000"). */
type SessionSettings = Readonly<Record<string, string>>;

/** Every session of the service has these. Its role owns nothing; a login may have more rights. */
export const sessionSettings = { role: "partsdesk_service", timezone: "UTC" } as const;

export type ConnectionOptions = {
  readonly applicationName: string;
  readonly settings: SessionSettings;
  /** Limits connecting, and then making the settings. */
  readonly timeoutMs: number;
  readonly types?: pg.CustomTypesConfig;
};

/** The servers of an address, and the one to connect to next. */
type Servers = {
  readonly count: number;
  readonly mustWrite: boolean;
  current(): DatabaseAddress;
  /** Turns to the next server, unless another connection has already left this one. */
  leave(server: DatabaseAddress): void;
};

function createServers(address: DatabaseAddress): Servers {
  const { servers, mustWrite } = listServers(address);
  let place = 0;
  const current = (): DatabaseAddress => servers[place] ?? address;
  return {
    count: servers.length,
    mustWrite,
    current,
    leave(server) {
      if (server === current()) place = (place + 1) % servers.length;
    },
  };
}

/** The socket of a connection. */
export function socketOf(client: pg.ClientBase): Socket {
  type Connected = { readonly connection: { readonly stream: Socket } };
  return (client as unknown as Connected).connection.stream;
}

const cancelRequestCode = 80_877_102;
const cancelTimeoutMs = 30_000;

/**
 * Requests that the server cancels the statement of a connection, if any, with SQLSTATE 57014. The
 * request has a connection of its own, which needs no role; the server closes it without an answer.
 */
export async function sendCancelRequest(client: pg.Client): Promise<void> {
  type Identified = { readonly processID: number; readonly secretKey: number };
  const { processID, secretKey } = client as unknown as Identified;
  const { host, port } = client;
  const request = Buffer.alloc(16);
  const parts = [request.length, cancelRequestCode, processID, secretKey];
  for (const [place, part] of parts.entries()) request.writeInt32BE(part, 4 * place);
  const socket = host.startsWith("/")
    ? connect(`${host}/.s.PGSQL.${port}`)
    : connect({ host, port });
  socket.unref();
  socket.setTimeout(cancelTimeoutMs, () => socket.destroy());
  // The server closes: PgBouncer 1.18 crashes if the client does so before the request is sent on.
  socket.resume();
  socket.write(request);
  await once(socket, "close");
}

type PreparedConfig = pg.ClientConfig & {
  readonly servers: Servers;
  readonly settings: SessionSettings;
  readonly connectionTimeoutMillis: number;
};

function writeSettings(client: pg.Client, settings: SessionSettings): string {
  const names = ["transaction_read_only", ...Object.keys(settings)];
  const statements = Object.entries(settings).map(
    ([name, value]) => `set ${client.escapeIdentifier(name)} to ${client.escapeLiteral(value)}`,
  );
  const shown = names.map(
    (name) => `current_setting('${name}') as ${client.escapeIdentifier(name)}`,
  );
  return [...statements, `select ${shown.join(", ")}`].join("; ");
}

/** A client whose connection is ready for use once it is connected. */
class PreparedClient extends pg.Client {
  readonly #config: PreparedConfig;
  readonly #server: DatabaseAddress;

  constructor(config: PreparedConfig) {
    const server = config.servers.current();
    super({ ...config, ...server });
    this.#config = config;
    this.#server = server;
    // A connection that breaks fails its statements, also those that prepare it; without a listener
    // the event would end the process.
    this.on("error", () => undefined);
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error | null, client?: pg.Client) => void): void;
  override connect(
    callback?: (error: Error | null, client?: pg.Client) => void,
  ): Promise<pg.Client> | undefined {
    const prepared = this.#connectAndPrepare();
    if (callback === undefined) return prepared;
    prepared.then(
      () => callback(null, this),
      (error: Error) => callback(error),
    );
    return undefined;
  }

  async #connectAndPrepare(): Promise<pg.Client> {
    const { servers, connectionTimeoutMillis } = this.#config;
    try {
      await super.connect();
      const timer = setTimeout(() => socketOf(this).destroy(), connectionTimeoutMillis);
      await this.#prepare().finally(() => clearTimeout(timer));
      return this;
    } catch (error) {
      servers.leave(this.#server);
      void this.end();
      socketOf(this).destroy();
      throw error;
    }
  }

  async #prepare(): Promise<void> {
    const { settings, servers } = this.#config;
    // What an earlier client of a pooler may have left. Not in a transaction, so not together.
    const discarded = this.query("discard all");
    discarded.catch(() => undefined);
    const results: unknown = await this.query(writeSettings(this, settings));
    await discarded;
    const [last] = [results].flat().slice(-1) as pg.QueryResult<Record<string, string>>[];
    const shown = new Map(Object.entries(last?.rows[0] ?? {}));
    for (const [name, value] of Object.entries(settings)) {
      if (shown.get(name) === value) continue;
      throw new UnavailableError(
        `A database connection has ${name} ${shown.get(name)} and not ${value}, although it was set. ` +
          "A pooler must be in session mode.",
      );
    }
    if (servers.mustWrite && shown.get("transaction_read_only") === "on") {
      throw new UnavailableError(`${this.host}:${this.port} accepts only reads.`);
    }
  }
}

function toConfig(servers: Servers, options: ConnectionOptions): PreparedConfig {
  return {
    servers,
    settings: { application_name: options.applicationName, ...options.settings },
    connectionTimeoutMillis: options.timeoutMs,
    keepAlive: true,
    types: options.types,
  };
}

/** Connects to the first server that can be used. Throws the errors of all if there is none. */
export async function connectClient(
  address: DatabaseAddress,
  options: ConnectionOptions,
): Promise<pg.Client> {
  const servers = createServers(address);
  const errors: Error[] = [];
  while (errors.length < servers.count) {
    const client = new PreparedClient(toConfig(servers, options));
    try {
      return await client.connect();
    } catch (error) {
      errors.push(error as Error);
    }
  }
  if (errors.length === 1) throw errors[0];
  const reasons = errors.map((error) => error.message).join(" ");
  throw new AggregateError(errors, `No server of DATABASE_URL can be used. ${reasons}`);
}

/** Options of the driver keep its names. */
type PoolOptions = ConnectionOptions & {
  readonly max: number;
  readonly idleTimeoutMillis?: number;
  readonly query_timeout?: number;
  readonly pipeline?: boolean;
  /** Called when an idle connection fails. */
  readonly onIdleError: (error: Error) => void;
};

export type ConnectionPool = {
  readonly pool: pg.Pool;
  /** A connection of the pool; of the next server if that of the last connection cannot be used. */
  acquire(): Promise<pg.PoolClient>;
};

/** True if all connections of the pool were in use for too long; the driver gives it no code. */
function isExhausted(error: unknown): boolean {
  return (error as Error).message === "timeout exceeded when trying to connect";
}

/** Opens a pool. Connects lazily, so it never fails itself. */
export function openPool(address: DatabaseAddress, options: PoolOptions): ConnectionPool {
  const servers = createServers(address);
  const { max, idleTimeoutMillis, query_timeout, pipeline } = options;
  const pool = new pg.Pool({
    ...toConfig(servers, options),
    ...{ max, idleTimeoutMillis, query_timeout, pipeline },
    Client: PreparedClient as unknown as new () => pg.ClientBase,
  });
  // Without a listener for new connections, the runner of jobs warns and adds its own.
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("error", options.onIdleError);
  return {
    pool,
    async acquire() {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await pool.connect();
        } catch (error) {
          if (attempt >= servers.count || isExhausted(error)) throw error;
        }
      }
    },
  };
}
