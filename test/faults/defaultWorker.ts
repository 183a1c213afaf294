// A runner of jobs with the library's defaults: the negative control of jobsDuringRestarts. It
// works like ours, except that it does not await the end of a job.
import { run } from "graphile-worker";
import pg from "pg";

const pgPool = new pg.Pool({ connectionString: process.env["DATABASE_URL"] ?? "", max: 5 });
pgPool.on("error", () => undefined);
pgPool.on("connect", (client) => client.on("error", () => undefined));
const runner = await run({
  pgPool,
  concurrency: 4,
  noHandleSignals: true,
  taskList: {
    check_stalled_quick_orders: async () => {
      await pgPool.query("select 1");
    },
  },
});
await runner.promise;
