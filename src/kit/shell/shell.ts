import { userInfo } from "node:os";
import type { Database, Session } from "../../db/database.ts";
import type { DatabaseFacts } from "../../db/migrateSchema.ts";
import type { Config, DescribedConfig } from "../../server/config.ts";

type ShellConnection = {
  readonly db: Database;
  readonly secret: Buffer;
  readonly close: () => Promise<void>;
};

/** The service in this process. `address` is http://host:port. */
export type RunningNode = {
  readonly address: string;
  readonly db: Database;
  /** Stops as `stopNode` does. A second call waits for the first. */
  stop(mode: "drain" | "now"): Promise<void>;
};

export type Shell = {
  /**
   * Reads the configuration, with `fallbacks` for settings that are not set. A fault ends the
   * command.
   */
  readonly readConfig: (fallbacks?: Readonly<Record<string, string>>) => Config;

  readonly startNode: (config: Config) => Promise<RunningNode>;
  /** Opens the database, starts the embedded server if needed, and migrates the schema. */
  readonly connect: (config: Config) => Promise<ShellConnection>;
  readonly migrate: (config: Config) => Promise<string[]>;
  readonly inspectDatabase: (config: Config) => Promise<DatabaseFacts>;
  /** Settings in force by name, with masked secrets. */
  readonly describeConfig: () => DescribedConfig;
  readonly now: () => Date;
};

export const exitCodes = {
  failed: 1,
  usage: 2,
  rowsRefused: 3,
  notFound: 5,
  conflict: 6,
} as const;

/** Ends a command with a message on standard error and an exit code. */
export class CommandFailure extends Error {
  readonly exitCode: number;

  constructor(reason: keyof typeof exitCodes, message: string) {
    super(message);
    this.name = "CommandFailure";
    this.exitCode = exitCodes[reason];
  }
}

/** Runs `work` with an open database, and always closes it. */
export async function withDatabase<T>(
  shell: Shell,
  work: (db: Database, config: Config, secret: Buffer) => Promise<T>,
  config = shell.readConfig(),
): Promise<T> {
  const connection = await shell.connect(config);
  try {
    return await work(connection.db, config, connection.secret);
  } finally {
    await connection.close();
  }
}

/** Runs `work` with a separate session. */
export async function withSession<T>(
  db: Database,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const session = await db.openSession();
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

/** Names the user who runs a command, for records. */
export function nameOperator(): string {
  try {
    return `shell: ${userInfo().username}`;
  } catch {
    // In a container the user may have no name.
    return `shell: user ${process.getuid?.() ?? "unknown"}`;
  }
}
