// A node whose replica of the catalog is not filled yet, because it has just started.
import { UnavailableError } from "../../src/db/databaseErrors.ts";
import type { TestApp } from "./testApp.ts";

/** Runs `work` while nothing can be read from the app's replica. */
export async function withUnfilledReplica<T>(app: TestApp, work: () => Promise<T>): Promise<T> {
  const { replica } = app.database;
  const { read } = replica;
  replica.read = () => {
    throw new UnavailableError("The replica of the catalog is not filled yet.");
  };
  try {
    return await work();
  } finally {
    replica.read = read;
  }
}
