// How many threads answer requests, and how they divide the connections of a node.
import { availableParallelism } from "node:os";

/** Systems on which several threads can listen on one port, each with its own socket. */
const sharingSystems: readonly NodeJS.Platform[] = ["linux", "freebsd"];

const maySharePort = sharingSystems.includes(process.platform);

export const maxWorkers = maySharePort ? 64 : 1;
const maxDefaultWorkers = 8;

/** One per core that this process may use, also in a container. */
export function defaultWorkers(): number {
  return maySharePort ? Math.min(availableParallelism(), maxDefaultWorkers) : 1;
}

const connectionsOfJobs = 2;
const minConnections = 8;
const connectionsPerWorker = 2;

/** The default of DATABASE_POOL. */
export function connectionsOf(workers: number): number {
  return connectionsOfJobs + Math.max(minConnections, connectionsPerWorker * workers);
}

/** Divides the connections of a node among its workers and jobs; each gets at least one. */
export function divideConnections(
  connections: number,
  workers: number,
): { readonly jobs: number; readonly perWorker: number } {
  const jobs = Math.min(connectionsOfJobs, connections - 1);
  return { jobs, perWorker: Math.max(1, Math.floor((connections - jobs) / workers)) };
}
