import type pg from 'pg'

/** Row count and hash of every table, and the structure. */
export async function contentOf(client: Pick<pg.ClientBase, 'query'>): Promise<Record<string, string>> {
  const content: Record<string, string> = {}
  const { rows: tables } = await client.query(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'pgboss') and c.relkind = 'r' order by 1`,
  )
  for (const { name } of tables) {
    // The only change that a restore makes: the files are in another store.
    const row = name === 'public.installation' ? `(to_jsonb(t) - 'file_store_id')::text` : 't::text'
    const { rows } = await client.query(
      `select count(*) || ' rows ' || md5(coalesce(string_agg(${row}, E'\\n' order by ${row}), '')) as sum
       from ${name} t`,
    )
    content[name] = rows[0].sum
  }
  return content
}

/** Columns, constraints, indexes and triggers, with whether each trigger fires. */
export async function structureOf(client: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `with ours as (
       select c.oid, format('%I.%I', n.nspname, c.relname) as name from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p'))
     select name || ' column ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull
         || ' ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '') || a.attidentity::text || a.attgenerated::text as line
       from ours join pg_attribute a on a.attrelid = ours.oid and a.attnum > 0 and not a.attisdropped
       left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     union all
     select name || ' constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid) || k.convalidated
       from ours join pg_constraint k on k.conrelid = ours.oid
     union all
     select name || ' index ' || pg_get_indexdef(i.indexrelid) || i.indisvalid
       from ours join pg_index i on i.indrelid = ours.oid
     union all
     select name || ' trigger ' || pg_get_triggerdef(t.oid) || t.tgenabled::text
       from ours join pg_trigger t on t.tgrelid = ours.oid where not t.tgisinternal
     order by 1`,
  )
  return rows.map(({ line }) => line)
}
