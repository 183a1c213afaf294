// The schema as text, read from the system catalogs: the result of all migrations, for people to
// read and for CI to compare. It is not meant to be run.
import type pg from "pg";

const ownRelations = `from pg_class c where c.relnamespace = 'public'::regnamespace`;

/** Each query returns one text per row, in the order in which they are written. */
const chapters = [
  `select format('domain %I as %s%s', t.typname, format_type(t.typbasetype, t.typtypmod),
      coalesce((select ' ' || string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
        where k.contypid = t.oid and k.contype = 'c'), '')) as line
    from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype = 'd' order by 1`,
  `select pg_get_functiondef(p.oid) as line from pg_proc p
    where p.pronamespace = 'public'::regnamespace order by p.proname`,
  `select format('%stable %I (', case when c.relpersistence = 'u' then 'unlogged ' else '' end,
      c.relname) || E'\\n' || (
      select string_agg(format('  %I %s%s%s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
        case when a.attcollation <> t.typcollation
          then ' collate ' || quote_ident((select l.collname from pg_collation l
            where l.oid = a.attcollation)) else '' end,
        case when a.attstorage <> t.typstorage then ' storage ' || a.attstorage::text else '' end,
        case when a.attstattarget is null then '' else ' statistics ' || a.attstattarget end,
        case when a.attnotnull then ' not null' else '' end,
        case when a.attidentity <> '' then ' identity'
          when a.attgenerated <> '' then ' generated as ' || pg_get_expr(d.adbin, d.adrelid)
          when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid)
          else '' end), E',\\n' order by a.attnum)
      from pg_attribute a join pg_type t on t.oid = a.atttypid
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ) || E'\\n)' || coalesce(' partition by ' || pg_get_partkeydef(c.oid), '')
      || coalesce(' partition ' || pg_get_expr(c.relpartbound, c.oid), '')
      || coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', '') as line
    ${ownRelations} and c.relkind in ('r', 'p') order by c.relname`,
  `select format('%s: %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) as line
    from pg_constraint k where k.connamespace = 'public'::regnamespace and k.conrelid <> 0
      and k.contype <> 'n'
    order by k.conrelid::regclass::text, k.conname`,
  `select pg_get_indexdef(c.oid) as line ${ownRelations} and c.relkind = 'i' order by c.relname`,
  `select pg_get_triggerdef(t.oid) as line from pg_trigger t
    where not t.tgisinternal order by t.tgrelid::regclass::text, t.tgname`,
  `select format('grant %s on %I to %s', string_agg(lower(g.privilege_type), ', '
      order by g.privilege_type), c.relname, g.grantee::regrole) as line
    from pg_class c, aclexplode(c.relacl) g
    where c.relnamespace = 'public'::regnamespace and g.grantee <> c.relowner
    group by c.relname, g.grantee order by c.relname`,
  `select format('grant %s (%s) on %I to %s', lower(g.privilege_type),
      string_agg(quote_ident(a.attname), ', ' order by a.attnum), c.relname, g.grantee::regrole)
      as line
    from pg_class c join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) g
    where c.relnamespace = 'public'::regnamespace and g.grantee <> c.relowner
    group by c.relname, g.grantee, g.privilege_type order by c.relname, g.privilege_type`,
  `select format('%s execute on function %s %s %s',
      case when g.grantee is null then 'revoke' else 'grant' end, p.oid::regprocedure,
      case when g.grantee is null then 'from' else 'to' end,
      coalesce(g.grantee::regrole::text, 'public')) as line
    from pg_proc p left join lateral (
      select a.grantee from aclexplode(p.proacl) a where a.grantee <> p.proowner
    ) g on true
    where p.pronamespace = 'public'::regnamespace and p.proacl is not null
    order by p.proname, g.grantee`,
];

/** The whole schema of the connected database, the same for the same migrations. */
export async function dumpSchema(client: pg.Client): Promise<string> {
  const parts: string[] = [];
  for (const chapter of chapters) {
    const found = await client.query<{ line: string }>(chapter);
    parts.push(found.rows.map((row) => row.line.trim()).join("\n\n"));
  }
  return `${parts.join("\n\n")}\n`;
}
