import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { startWorld } from '../../test/world.ts'

const world = await startWorld()
const page = await readFile(new URL('../../migrations/README.md', import.meta.url), 'utf8')

const OWN_FUNCTIONS = `select proname from pg_proc p where pronamespace = 'public'::regnamespace
  and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`

test.each([
  ['table', `select tablename from pg_tables where schemaname = 'public'`],
  [
    'trigger',
    `select tgname from pg_trigger join pg_class c on c.oid = tgrelid
     where not tgisinternal and relnamespace = 'public'::regnamespace`,
  ],
  ['function', OWN_FUNCTIONS],
  [
    'exclusion constraint',
    `select conname from pg_constraint where contype = 'x' and connamespace = 'public'::regnamespace`,
  ],
  [
    'partial unique index',
    `select indexrelid::regclass::text from pg_index join pg_class c on c.oid = indrelid
     where indisunique and indpred is not null and relnamespace = 'public'::regnamespace`,
  ],
])('migrations/README.md names every %s of the schema', async (_, query) => {
  const { rows } = await world.pool.query<string[]>({ text: query, rowMode: 'array' })
  const names = rows.map(([name]) => name!)

  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

test('migrations/README.md names a feature as the owner of each table', async () => {
  const features = await readdir(new URL('../features', import.meta.url))
  const [, table] = page.match(/\| owner \|\n(.*?)\n\n/s)!
  const owners = table!
    .split('\n')
    .slice(1)
    .flatMap((row) => row.split(' | ').at(-1)!.replace(' |', '').split(', '))
    .filter((owner) => !['written by triggers', 'the server itself'].includes(owner))
    .map((owner) => owner.replace(/^(added up|cleared) by /, ''))

  expect(owners.length).toBeGreaterThan(0)
  expect(owners.filter((owner) => !features.includes(owner))).toEqual([])
})
