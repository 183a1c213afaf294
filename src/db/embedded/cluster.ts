// The folder of the embedded PostgreSQL: its owner, its files and its creation. Invariant: only the
// owner and root can enter it, so the server's socket needs no password.
import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { closeSync, constants, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { chmod, chown, lstat, mkdir, open, readdir, realpath, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { clusterFolder } from "./fileNames.ts";
import { linkEmbeddedLibraries, readEmbeddedMajor } from "./libraries.ts";
import { readIfPresent } from "./serverLock.ts";

const run = promisify(execFile);

export type Account = { uid: number; gid: number };

/** Runs the server if root owns the folder; initdb requires an account with a name. */
const nobody: Account = { uid: 65534, gid: 65534 };

/** The account of the server and of its own files, in a folder of `owner`. */
export function findServerAccount(owner: Account): Account {
  return owner.uid === 0 ? nobody : owner;
}

const initdbLimitMs = 120_000;

/** Maximum socket path, in bytes, on every supported system. */
const maxSocketPathBytes = 100;

/** Part of the socket's name; nothing listens on the network. */
export const embeddedPort = 5432;

/** A fixed environment, so that the caller's PGDATA, locale and PATH do not affect the server. */
export const embeddedEnvironment = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
};

export type EmbeddedCluster = {
  /** The folder with `postgres` and `initdb`. */
  binaries: string;
  /** PostgreSQL's data directory. */
  files: string;
  /** The FIFO that every participant keeps open. */
  hold: string;
  /** Where the supervisor acknowledges new participants. */
  joined: string;
  serverLog: string;
  socketDirectory: string;
  /** Owner of the folder and of everything in it except the server's own files. */
  owner: Account;
  /** Command prefix that runs a command as the server's account. */
  asServer: readonly string[];
};

/**
 * Creates what is missing in `directory` and returns its paths. Concurrent first calls end with the
 * same cluster. Throws an error written for the person who starts the service: another user's
 * folder, root without setpriv, a failed initdb.
 */
export async function prepareEmbeddedCluster(
  directory: string,
  log: ((line: string) => void) | undefined,
): Promise<EmbeddedCluster> {
  const binaries = await linkEmbeddedLibraries();
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const home = await realpath(resolve(directory));
  const owner = await claimDirectory(home);
  const server = findServerAccount(owner);
  const cluster: EmbeddedCluster = {
    binaries,
    files: join(home, clusterFolder),
    hold: join(home, "hold"),
    joined: join(home, "joined"),
    serverLog: join(home, "server.log"),
    owner,
    socketDirectory: await chooseSocketDirectory(home, owner),
    asServer: runAs(server),
  };
  await makeFifo(cluster.hold, owner);
  await makePrivateDirectory(cluster.joined, owner);
  if (existsSync(cluster.files)) {
    await checkMajor(cluster.files);
    await removeLeftovers(home);
  } else {
    await createCluster(cluster, server, log);
  }
  return cluster;
}

/**
 * Makes this process a participant until it ends or closes the returned descriptor. Writing to the
 * descriptor never blocks, and no child process inherits it (O_CLOEXEC).
 */
export function openHold(cluster: EmbeddedCluster): number {
  const { O_RDWR, O_NONBLOCK, O_NOFOLLOW } = constants;
  const hold = openSync(cluster.hold, O_RDWR | O_NONBLOCK | O_NOFOLLOW);
  if (fstatSync(hold).isFIFO()) return hold;
  closeSync(hold);
  throw new Error(`${cluster.hold} is not a FIFO. Remove it.`);
}

/** True if a participant is left: a FIFO without writers is at its end. */
export function hasOtherHolder(cluster: EmbeddedCluster): boolean {
  const reader = openSync(cluster.hold, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    // What is read here is lost to the supervisor; its writer repeats it.
    while (readSync(reader, Buffer.alloc(1024)) > 0);
    return false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return true;
    throw error;
  } finally {
    closeSync(reader);
  }
}

/** PostgreSQL cannot use the files of another major version. */
async function checkMajor(files: string): Promise<void> {
  const found = (await readIfPresent(join(files, "PG_VERSION"))).trim();
  const major = await readEmbeddedMajor();
  if (found === "" || found === major) return;
  throw new Error(
    `${files} has the files of PostgreSQL ${found}, but this version has PostgreSQL ${major}. ` +
      "Start the version of partsdesk that wrote them, and upgrade as docs/operating.md describes.",
  );
}

async function claimDirectory(home: string): Promise<Account> {
  const owner = await lstat(home);
  const self = process.geteuid?.();
  if (self !== 0 && owner.uid !== self) {
    throw new Error(
      `${home} belongs to user ID ${owner.uid}, but this process runs as ${self}. ` +
        "Run as that user, choose another DATA_DIR, or set DATABASE_URL.",
    );
  }
  if ((owner.mode & 0o077) !== 0) await chmod(home, 0o700);
  return owner;
}

/**
 * PostgreSQL refuses to run as root, so root runs it as the owner of the folder, or as nobody if
 * root owns it. Other processes of nobody still have no access: only dac_override opens a folder of
 * root to the server (and the checkout, if its folder is closed).
 */
function runAs(account: Account): readonly string[] {
  if (process.geteuid?.() !== 0) return [];
  const found = embeddedEnvironment.PATH.split(":").some((p) => existsSync(join(p, "setpriv")));
  if (!found) {
    throw new Error(
      "PostgreSQL does not run as root, and setpriv (of util-linux) is not installed to run it " +
        "as another user. Run as an ordinary user, install util-linux, or set DATABASE_URL.",
    );
  }
  const capability = "-all,+dac_override";
  return [
    "setpriv",
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    "--clear-groups",
    `--inh-caps=${capability}`,
    `--ambient-caps=${capability}`,
    "--no-new-privs",
    // Without it access(2), with which PostgreSQL finds its own files, ignores the capability.
    "--securebits=+no_setuid_fixup",
  ];
}

/** Not os.tmpdir(): participants with different TMPDIR must find the same socket. */
async function chooseSocketDirectory(home: string, owner: Account): Promise<string> {
  const socket = join(home, `.s.PGSQL.${embeddedPort}`);
  if (Buffer.byteLength(socket) <= maxSocketPathBytes) return home;
  const hash = createHash("sha256").update(home).digest("hex").slice(0, 16);
  return makePrivateDirectory(`/var/tmp/partsdesk-${hash}`, owner);
}

async function makePrivateDirectory(path: string, owner: Account): Promise<string> {
  try {
    await mkdir(path, { mode: 0o700 });
    await changeOwner(path, owner);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const found = await lstat(path);
  // Another root process may have just created it and not yet changed its owner.
  const isOwn = found.uid === owner.uid || found.uid === process.geteuid?.();
  if (!found.isDirectory() || !isOwn || (found.mode & 0o077) !== 0) {
    throw new Error(`${path} is not a private folder of user ID ${owner.uid}. Remove it.`);
  }
  return path;
}

async function makeFifo(path: string, owner: Account): Promise<void> {
  if (existsSync(path)) return;
  try {
    await run("mkfifo", ["-m", "600", path], { env: embeddedEnvironment });
    await changeOwner(path, owner);
  } catch (cause) {
    // Of two concurrent attempts one succeeds.
    if (!existsSync(path)) throw new Error(`Cannot create the FIFO ${path}.`, { cause });
  }
}

/** Root leaves no files of its own in another user's folder. */
async function changeOwner(path: string, owner: Account): Promise<void> {
  if (process.geteuid?.() === 0) await chown(path, owner.uid, owner.gid);
}

async function createCluster(
  cluster: EmbeddedCluster,
  server: Account,
  log: ((line: string) => void) | undefined,
): Promise<void> {
  log?.(`Creating the embedded PostgreSQL in ${cluster.files}.`);
  const made = `${cluster.files}.new-${randomBytes(4).toString("hex")}`;
  await mkdir(made, { mode: 0o700 });
  await changeOwner(made, server);
  const initdb = [join(cluster.binaries, "initdb"), "-D", made, "-U", "partsdesk", "--auth=trust"];
  const locale = ["-E", "UTF8", "--locale=C", "--locale-provider=builtin"];
  const [command = "", ...rest] = [...cluster.asServer, ...initdb, ...locale];
  try {
    await run(command, [...rest, "--builtin-locale=C.UTF-8", "--no-instructions"], {
      cwd: "/",
      env: embeddedEnvironment,
      timeout: initdbLimitMs,
    });
    await rename(made, cluster.files);
  } catch (cause) {
    await rm(made, { recursive: true, force: true });
    // If another first start was faster, its cluster is in place and serves both.
    if (!existsSync(cluster.files)) {
      const reason = (cause as { stderr?: string }).stderr || String(cause);
      throw new Error(
        `The embedded PostgreSQL could not be created:\n${reason.trimEnd()}\n` +
          "Fix this, or set DATABASE_URL to a PostgreSQL server.",
        { cause },
      );
    }
  }
  // Rows committed later are on disk, so the name of their folder must be on disk too.
  await using home = await open(dirname(cluster.files));
  await home.sync();
}

/** Removes what a killed first start left; one that is still running finds a cluster in place. */
async function removeLeftovers(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith("cluster.new-")) continue;
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 5 });
  }
}
