import { Client } from "pg";
import { readConfig } from "../src/server/config.ts";
import { type Connection, connect } from "../src/server/connect.ts";

/** The service's connection to a database, the owner's address, and a connection to it. */
export type BenchConnection = Pick<Connection, "db" | "address" | "secret"> & {
  readonly client: Client;
};

/** Runs `work` on the database of a folder, which is started unless a node has started it. */
export async function withBenchDatabase<T>(
  dataDir: string,
  work: (connection: BenchConnection) => Promise<T>,
  report: (line: string) => void = () => undefined,
): Promise<T> {
  const config = readConfig({ DATA_DIR: dataDir }, {});
  const connection = await connect(config, { applicationName: "partsdesk bench", report });
  const { db, secret } = connection;
  const address = { ...connection.address, user: "partsdesk" };
  const client = new Client(address);
  try {
    await client.connect();
    return await work({ db, address, secret, client });
  } finally {
    await client.end();
    await connection.close();
  }
}
