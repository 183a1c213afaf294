import pg from "pg";

/** Where the database is: what `pg` takes as a connection, or a URL with several hosts. */
export type DatabaseAddress = Pick<
  pg.ClientConfig,
  "connectionString" | "host" | "port" | "user" | "database" | "ssl"
>;

/** `mustWrite`: a server that accepts only reads, such as a standby, is not used. */
export type DatabaseServers = {
  /** One address per server, in the order in which they are tried; at least one. */
  readonly servers: readonly DatabaseAddress[];
  readonly mustWrite: boolean;
};

const urlParts = /^(postgres(?:ql)?:\/\/(?:[^/?#\s]*@)?)([^@/?#\s]*)((?:[/?#]\S*)?)$/;
const sessionParameter = /([?&])target_session_attrs=([^&#]*)&?/;

/**
 * Splits an address into the servers that it names. A URL names several in the notation of
 * PostgreSQL's own programs: `postgres://a:5432,b:5433/parts?target_session_attrs=read-write`.
 */
export function listServers(address: DatabaseAddress): DatabaseServers {
  const [, start = "", hosts = "", end = ""] = urlParts.exec(address.connectionString ?? "") ?? [];
  if (start === "") return { servers: [address], mustWrite: false };
  const rest = end.replace(sessionParameter, "$1").replace(/[?&]$/, "");
  const servers = hosts.split(",").map((host) => ({
    ...address,
    connectionString: `${start}${host}${rest}`,
  }));
  return { servers, mustWrite: servers.length > 1 || sessionParameter.test(end) };
}

/** The address of a DATABASE_URL. Throws if a file that it names cannot be read. */
export function toAddress(databaseUrl: string): DatabaseAddress {
  const address = { connectionString: databaseUrl };
  try {
    for (const server of listServers(address).servers) new pg.Client(server);
    return address;
  } catch (error) {
    throw new Error(`DATABASE_URL: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * True if a DATABASE_URL can be used, apart from the files that it names: each server can be
 * parsed, and nothing overrides what the service sets itself. The service writes, so it looks only
 * for servers that accept writes.
 */
export function isDatabaseUrl(url: string): boolean {
  if (!urlParts.test(url) || /[?&]options=/.test(url)) return false;
  const [, , attributes] = sessionParameter.exec(url) ?? [];
  if (attributes !== undefined && !["read-write", "primary"].includes(attributes)) return false;
  const [, , hosts = ""] = urlParts.exec(url) ?? [];
  if (hosts.includes(",") && hosts.split(",").includes("")) return false;
  try {
    for (const server of listServers({ connectionString: url }).servers) new pg.Client(server);
    return true;
  } catch (error) {
    // `toAddress` reports it.
    return (error as NodeJS.ErrnoException).syscall !== undefined;
  }
}
