// What every command works with: a way to the database, the clock, where output goes, and how a
// command ends.
import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import type { DatabaseFacts } from "../db/migrateSchema.ts";

/** What a command needs of an open database, and the secret that belongs to it; close it. */
export type ShellConnection = {
  readonly db: Database;
  readonly secret: Buffer;
  readonly close: () => Promise<void>;
};

/** The service in this process. `address` is where it listens, as http://host:port. */
export type RunningNode = {
  readonly address: string;
  readonly db: Database;
  /**
   * Stops: not ready, requests in flight finish, connections close; it takes some 15 seconds at
   * most. A second call waits for the first.
   */
  stop(): Promise<void>;
};

export type Shell = {
  /**
   * Reads the configuration, `fallbacks` standing in for what is not set; a fault ends the
   * command.
   */
  readonly readConfig: (fallbacks?: Readonly<Record<string, string>>) => Config;
  /** Starts the service in this process. */
  readonly startNode: (config: Config) => Promise<RunningNode>;
  /** Opens the database, starting the embedded one where it does not run, its schema brought up. */
  readonly connect: (config: Config) => Promise<ShellConnection>;
  /** Runs the migrations that are missing and returns their names. */
  readonly migrate: (config: Config) => Promise<string[]>;
  /** Looks at the database without changing it. */
  readonly inspectDatabase: (config: Config) => Promise<DatabaseFacts>;
  /** The settings as they hold, by name, secrets masked. */
  readonly describeConfig: () => Record<string, string | number | null>;
  readonly now: () => Date;
};

/** The exit codes of the shell's door. */
export const exitCodes = {
  failed: 1,
  usage: 2,
  rowsRefused: 3,
  notFound: 5,
  conflict: 6,
} as const;

/** Ends a command with a sentence on standard error and an exit code. */
export class CommandFailure extends Error {
  readonly exitCode: number;

  constructor(reason: keyof typeof exitCodes, message: string) {
    super(message);
    this.name = "CommandFailure";
    this.exitCode = exitCodes[reason];
  }
}

/** Runs `work` with an open database and closes it whatever happens. */
export async function withDatabase<T>(
  shell: Shell,
  work: (db: Database, config: Config, secret: Buffer) => Promise<T>,
): Promise<T> {
  const config = shell.readConfig();
  const connection = await shell.connect(config);
  try {
    return await work(connection.db, config, connection.secret);
  } finally {
    await connection.close();
  }
}
