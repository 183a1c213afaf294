// The app with a proxy between it and its database, as `app`'s own pool reaches it.
import type { Config } from "../../src/server/config.ts";
import { type DatabaseProxy, openDatabaseProxy } from "./databaseProxy.ts";
import { openTestApp, type TestApp } from "./testApp.ts";
import { openPool, openTestDatabase, type TestDatabase } from "./testDatabase.ts";

export type ProxiedApp = {
  readonly app: TestApp;
  readonly proxy: DatabaseProxy;
  /** The same database without the proxy. */
  readonly direct: TestDatabase;
  close(): Promise<void>;
};

/** The connections of its pool. */
export const proxiedPoolSize = 4;

/** Opens an app without a log of requests, so that only what the test does uses the proxy. */
export async function openProxiedApp(given: Partial<Config> = {}): Promise<ProxiedApp> {
  const direct = await openTestDatabase();
  const proxy = await openDatabaseProxy(direct.address);
  const db = openPool(proxy.address, proxiedPoolSize);
  const settings = { requestLog: "off", publicUrl: "https://parts.example", ...given } as const;
  const app = await openTestApp(settings, { ...direct, db, address: proxy.address });
  return {
    app,
    proxy,
    direct,
    async close() {
      await app.close();
      await direct.db.close();
      await proxy.close();
    },
  };
}
