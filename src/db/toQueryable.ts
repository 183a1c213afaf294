import type pg from "pg";
import type { Queryable, Statement } from "./database.ts";

export function toQueryable(client: pg.ClientBase): Queryable {
  return {
    query: async <Row>(statement: Statement) => {
      const result = await client.query(statement as pg.QueryConfig);
      return result.rows as Row[];
    },
  };
}
