// Memory and CPU time of processes from /proc; nothing if there is no /proc.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}

/**
 * Memory in MB (10^6 bytes): the resident memory of a process alone, without the pages of files,
 * which belong to the system; and the maximum of all resident memory.
 */
export function readMemoryMb(pid: number): { ownNow: number; peak: number } | undefined {
  const status = readIfPresent(`/proc/${pid}/status`);
  if (status === undefined) return undefined;
  const read = (name: string) =>
    (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) * 1024) / 1e6;
  return { ownNow: read("RssAnon"), peak: read("VmHWM") };
}

// The kernel counts clock ticks, 100 per second on every supported machine.
const msOfTick = 10;

/** The fields of /proc/PID/stat after the name, which may contain spaces. */
function readStat(pid: number): number[] | undefined {
  const text = readIfPresent(`/proc/${pid}/stat`);
  return text
    ?.slice(text.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
}

/** CPU time in ms of a process and the children it has waited for. */
function sumTicks(stat: readonly number[] | undefined): number {
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = stat?.slice(11, 15) ?? [];
  return (user + system + childUser + childSystem) * msOfTick;
}

/** CPU time in ms of a process. */
export function readCpuMs(pid: number): number {
  return sumTicks(readStat(pid));
}

/** CPU time in ms of the PostgreSQL of a data directory, including its backends. */
export function readPostgresCpuMs(dataDir: string): number {
  const lock = readIfPresent(join(dataDir, "postgres", "cluster", "postmaster.pid"));
  const server = Number(lock?.split("\n")[0] ?? Number.NaN);
  if (Number.isNaN(server) || readStat(server) === undefined) return 0;
  const backends = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat?.[1] === server);
  return readCpuMs(server) + backends.reduce((sum, stat) => sum + sumTicks(stat), 0);
}
