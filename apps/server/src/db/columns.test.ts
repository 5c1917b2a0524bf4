import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { offices } from '#server/db/schema/offices.ts'
import { startWorld } from '../../test/world.ts'

const world = await startWorld()

test.each(['UTC', 'Asia/Jerusalem', 'Asia/Kolkata'])(
  'a moment is read to the millisecond by a connection in %s',
  async (zone) => {
    const { id } = await world.office()
    const moments = ['2026-03-02 09:00:00+00', '2026-07-02 09:00:00.5+00', '2026-03-02 09:00:00.123999+00']
    const read = await world.db.transaction(async (db) => {
      await db.execute(sql.raw(`set local time zone '${zone}'`))
      const rows = []
      for (const moment of moments) {
        await db.execute(sql`update ${offices} set deleted_at = ${moment} where id = ${id}`)
        rows.push(await db.select({ at: offices.deleted_at }).from(offices).where(sql`id = ${id}`))
      }
      return rows.flat().map(({ at }) => at)
    })

    expect(read).toEqual(['2026-03-02T09:00:00.000Z', '2026-07-02T09:00:00.500Z', '2026-03-02T09:00:00.123Z'])
  },
)
