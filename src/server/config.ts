// The only reader of the environment. Invariants: a configuration is complete or rejected with all
// of its faults, and a fault never contains the value of a secret.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Distributor } from "../company/distributor.ts";
import { isDatabaseUrl } from "../db/address.ts";
import { businessDefaults, businessSettings } from "./config/businessSettings.ts";
import { distributorSettings, readDistributor } from "./config/distributorSettings.ts";
import { choice, days, integer, maxDays, type Setting, text } from "./config/setting.ts";
import { connectionsOf, defaultWorkers, maxWorkers } from "./config/workers.ts";

/** Null means not set. */
export type Config = {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string;
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** Threads that answer requests. */
  readonly workers: number;
  /** Connections for requests and jobs; see `divideConnections`. */
  readonly databasePool: number;
  /** How long a start waits for the database. */
  readonly databaseWaitS: number;
  /** The age from which the replica of the catalog is not read. */
  readonly replicaMaxStaleS: number;
  readonly secretKey: string | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly supportEmail: string;
  /** Shown on pages, e-mails and quotes; each value takes precedence over the console. */
  readonly distributor: Distributor;
  readonly rateLimitCatalog: number;
  readonly rateLimitOrders: number;
  readonly partIdTtlS: number;
  readonly partIdGraceS: number;
  /** How long a node keeps serving after SIGTERM while it is not ready. */
  readonly stopDelayS: number;
  readonly logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
  /** Whether API requests are logged for 30 days. */
  readonly requestLog: "on" | "off";
  /** Limits that stop an import, in percent; see `GuardRails`. */
  readonly importLimits: {
    readonly fewerRows: number;
    readonly goesInactive: number;
    readonly priceMove: number;
  };
  /** Maximum size of a file that the console imports. */
  readonly importFileBytes: number;
  /** How long data is stored, in days; 0 is forever. */
  readonly retention: {
    readonly offerChangesDays: number;
    readonly sentMailDays: number;
    readonly quickOrderDays: number;
    readonly importFileDays: number;
    readonly refusedRowsDays: number;
  };

  readonly operatorSecondFactor: boolean;
  /** Business hours; see `dueAt`. */
  readonly calendar: {
    readonly zone: string;
    readonly days: readonly number[];
    readonly opensMinute: number;
    readonly closesMinute: number;
    readonly holidays: readonly string[];
  };
  /**
   * Where metrics are served; null is nowhere. If not `isRequired` and the port is taken, the service
   * starts without them.
   */
  readonly metrics: {
    readonly host: string;
    readonly port: number;
    readonly isRequired: boolean;
  } | null;
  /** Gets the spans of requests. */
  readonly collector: string | null;
  /** Number of proxies that set X-Forwarded-For; 0 ignores the header. */
  readonly proxyHops: number;
  /** Whether npm started this process and should end it. */
  readonly startedByNpm: boolean;
  readonly described: DescribedConfig;
};

/** The settings in force by name, with masked secrets. */
export type DescribedConfig = Readonly<Record<string, string | number | null>>;

type Environment = Readonly<Record<string, string | undefined>>;
type Raw = ReadonlyMap<string, string | undefined>;

/** An invalid configuration: one line per fault, with the name of the setting. */
export class ConfigFault extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? "a fault" : "faults"}:\n${faults.join("\n")}`,
    );
    this.name = "ConfigFault";
    this.faults = faults;
  }
}

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const mailAddress = /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@[^\s@<>()[\]\\,;:"\p{C}]{1,189}$/u;

/** Accepts the address of a mail server without options, which are not supported. */
function readMailServer(value: string): string | undefined {
  if (!/^smtps?:\/\/[^\s/?#]+\/?$/.test(value) || !URL.canParse(value)) return undefined;
  const { username, password, hostname } = new URL(value);
  const isEncoded = !/%(?![0-9a-f]{2})/i.test(username + password);
  return hostname !== "" && isEncoded ? value : undefined;
}

const hostShape = /^[\w.:-]+$/;

const settings = {
  PORT: integer(3000, 0, 65_535),
  HOST: text("127.0.0.1", "an address or host name", hostShape),
  PUBLIC_URL: {
    fallback: null,
    expected: "an http or https address without a path",
    read: (value: string) =>
      /^https?:\/\/[^\s/?#@]+\/?$/.test(value) && URL.canParse(value) ? value : undefined,
  } as Setting<string | null>,
  DATABASE_URL: {
    fallback: null,
    expected:
      "postgres://USER:PASSWORD@HOST:5432/DATABASE without options (the service sets them), " +
      "special characters as %40, several servers as HOST1:5432,HOST2:5432",
    read: (value: string) => (isDatabaseUrl(value) ? value : undefined),
  } as Setting<string | null>,
  DATA_DIR: text("./data", "a folder", /^[^\0]+$/),
  WORKERS: { ...integer(0, 1, maxWorkers), fallback: null } as Setting<number | null>,
  DATABASE_POOL: { ...integer(0, 2, 500), fallback: null } as Setting<number | null>,
  DATABASE_WAIT_SECONDS: integer(60, 0, 3600),
  REPLICA_MAX_STALE_SECONDS: integer(60, 1, 3600),
  SECRET_KEY: text(null, "at least 32 characters", /^[^\0]{32,}$/),
  SMTP_URL: {
    fallback: null,
    expected:
      "smtp://NAME:PASSWORD@HOST:587 or smtps://NAME:PASSWORD@HOST:465, special characters as %40",
    read: readMailServer,
  } as Setting<string | null>,
  MAIL_FROM: text("partsdesk@localhost", "an e-mail address", mailAddress),
  SUPPORT_EMAIL: text("support@localhost", "an e-mail address", mailAddress),
  ...distributorSettings,
  RATE_LIMIT_CATALOG: integer(3000, 0, 10_000_000),
  RATE_LIMIT_ORDERS: integer(300, 0, 10_000_000),
  PART_ID_TTL_SECONDS: integer(3600, 1, 31_536_000),
  PART_ID_GRACE_SECONDS: integer(300, 0, 31_536_000),
  STOP_DELAY_SECONDS: integer(5, 0, 300),
  REQUEST_LOG: choice("on", "on or off", ["on", "off"]),
  LOG_LEVEL: choice("info", `one of ${logLevels.join(", ")}`, logLevels),
  IMPORT_FEWER_ROWS_PERCENT: integer(50, 0, 100),
  IMPORT_INACTIVE_PERCENT: integer(20, 0, 100),
  IMPORT_PRICE_MOVE_PERCENT: integer(50, 0, 1_000_000),
  IMPORT_FILE_MEGABYTES: integer(1024, 1, 65_536),
  OFFER_CHANGES_DAYS: days(365, 30),
  SENT_MAIL_DAYS: days(365, 7),
  QUICK_ORDER_DAYS: days(30, 1),
  IMPORT_FILE_DAYS: integer(7, 1, maxDays),
  REFUSED_ROWS_DAYS: integer(7, 1, maxDays),
  OPERATOR_SECOND_FACTOR: choice("optional", "required or optional", ["required", "optional"]),
  ...businessSettings,
  PROXY_HOPS: integer(0, 0, 10),
  METRICS_PORT: { ...integer(0, 0, 65_535), fallback: null } as Setting<number | null>,
  METRICS_HOST: text("127.0.0.1", "an address or host name", hostShape),
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    fallback: null,
    expected: "the address of a collector, as in http://127.0.0.1:4318",
    read: (value: string) =>
      /^https?:\/\/[^\s?#@]+$/.test(value) && URL.canParse(value) ? value : undefined,
  } as Setting<string | null>,
} as const;

type SettingName = keyof typeof settings;
type Values = {
  [Name in SettingName]:
    | NonNullable<ReturnType<(typeof settings)[Name]["read"]>>
    | (typeof settings)[Name]["fallback"];
};

const secretNames: ReadonlySet<string> = new Set(["DATABASE_URL", "SECRET_KEY", "SMTP_URL"]);

function readRaw(env: Raw, name: string, faults: string[]): string | undefined {
  const file = env.get(`${name}_FILE`);
  if (file === undefined || file === "") return env.get(name);
  if (env.get(name) !== undefined) {
    faults.push(`${name}: set either ${name} or ${name}_FILE`);
    return undefined;
  }
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    faults.push(`${name}_FILE: cannot be read (${(error as NodeJS.ErrnoException).code})`);
    return undefined;
  }
}

function readValues(env: Raw, faults: string[]): Values {
  const entries = Object.entries(settings).map(([name, setting]) => {
    const raw = readRaw(env, name, faults);
    if (raw === undefined || raw === "") return [name, setting.fallback];
    const value = setting.read(raw);
    if (value === undefined) {
      const shown = secretNames.has(name) ? "" : `, not "${raw}"`;
      faults.push(`${name}: expected ${setting.expected}${shown}`);
    }
    return [name, value ?? setting.fallback];
  });
  return Object.fromEntries(entries) as Values;
}

function readImportLimits(values: Values): Config["importLimits"] {
  return {
    fewerRows: values.IMPORT_FEWER_ROWS_PERCENT,
    goesInactive: values.IMPORT_INACTIVE_PERCENT,
    priceMove: values.IMPORT_PRICE_MOVE_PERCENT,
  };
}

/**
 * Reads the configuration, with `fallbacks` for settings that are not set. Throws `ConfigFault`.
 */
export function readConfig(fallbacks: Environment = {}, env: Environment = process.env): Config {
  const faults: string[] = [];
  const merged = new Map(Object.entries({ ...fallbacks, ...env }));
  const values = readValues(merged, faults);
  if (values.DATABASE_URL !== null && values.SECRET_KEY === null) {
    faults.push(
      "SECRET_KEY: required with DATABASE_URL; at least 32 characters, the same on every node",
    );
  }
  if (values.SMTP_URL !== null && values.MAIL_FROM === settings.MAIL_FROM.fallback) {
    faults.push("MAIL_FROM: required with SMTP_URL; the sender of e-mails");
  }
  if (faults.length > 0) throw new ConfigFault(faults);
  const workers = values.WORKERS ?? defaultWorkers();
  const shownHost = values.HOST.includes(":") ? `[${values.HOST}]` : values.HOST;
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL?.replace(/\/$/, "") ?? `http://${shownHost}:${values.PORT}`,
    databaseUrl: values.DATABASE_URL,
    dataDir: resolve(values.DATA_DIR),
    workers,
    databasePool: values.DATABASE_POOL ?? connectionsOf(workers),
    databaseWaitS: values.DATABASE_WAIT_SECONDS,
    replicaMaxStaleS: values.REPLICA_MAX_STALE_SECONDS,
    secretKey: values.SECRET_KEY,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    supportEmail: values.SUPPORT_EMAIL,
    distributor: readDistributor(values),
    rateLimitCatalog: values.RATE_LIMIT_CATALOG,
    rateLimitOrders: values.RATE_LIMIT_ORDERS,
    partIdTtlS: values.PART_ID_TTL_SECONDS,
    partIdGraceS: values.PART_ID_GRACE_SECONDS,
    stopDelayS: values.STOP_DELAY_SECONDS,
    logLevel: values.LOG_LEVEL,
    requestLog: values.REQUEST_LOG,
    importLimits: readImportLimits(values),
    importFileBytes: values.IMPORT_FILE_MEGABYTES * 1_000_000,
    retention: {
      offerChangesDays: values.OFFER_CHANGES_DAYS,
      sentMailDays: values.SENT_MAIL_DAYS,
      quickOrderDays: values.QUICK_ORDER_DAYS,
      importFileDays: values.IMPORT_FILE_DAYS,
      refusedRowsDays: values.REFUSED_ROWS_DAYS,
    },
    operatorSecondFactor: values.OPERATOR_SECOND_FACTOR === "required",
    calendar: {
      zone: values.BUSINESS_ZONE,
      days: values.BUSINESS_DAYS,
      ...values.BUSINESS_HOURS,
      holidays: values.BUSINESS_HOLIDAYS,
    },
    metrics:
      values.METRICS_PORT === 0
        ? null
        : {
            host: values.METRICS_HOST,
            port: values.METRICS_PORT ?? 9464,
            isRequired: values.METRICS_PORT !== null,
          },
    collector: values.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, "") ?? null,
    proxyHops: values.PROXY_HOPS,
    startedByNpm: env["npm_lifecycle_event"] !== undefined,
    described: describeValues(values, merged),
  };
}

function describeValues(values: Values, env: Raw): DescribedConfig {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (secretNames.has(name) && value !== null) return [name, "(set, not shown)"];
      if (name === "DISTRIBUTOR_LOGO" && value !== null) return [name, "(set)"];
      // Structured values are shown as written.
      if (typeof value !== "object" || value === null) return [name, value];
      return [name, env.get(name) ?? businessDefaults.get(name) ?? null];
    }),
  );
}

/** Describes the settings of an environment, even if it has faults. */
export function describeConfig(env: Environment = process.env): DescribedConfig {
  const raw = new Map(Object.entries(env));
  return describeValues(readValues(raw, []), raw);
}
