import { expect, test } from 'vitest'
import { releaseNoShow, releaseNoShows } from '#server/features/no-shows/release-no-shows.ts'
import { startCardWorld } from '../../../test/card-world.ts'

const { world, booked, orderOf, chargesOf, later, mailsTo } = await startCardWorld()

test.each([
  ['late_cancel', 5900],
  ['none', 11_800],
] as const)(
  'of a booking that was paid by card the rule %s keeps its part, and the rest goes back to the card',
  async (rule, kept) => {
    const office = { no_show_minutes: 15, no_show_refund: rule }
    const { id, person } = await booked({ office })
    await later('2026-03-05T07:07:00.000Z')
    await releaseNoShows.run(world, {})
    await world.runJobs()
    world.setNow('2026-03-05T07:15:00.000Z')
    await releaseNoShow.run(world, { order_id: id })
    await later('2026-03-05T07:16:00.000Z')

    expect(await orderOf(id)).toMatchObject({ no_show: true, kept, refunded: 11_800 - kept, left: 0 })
    expect((await chargesOf(id))[0]).toMatchObject({ status: 'captured', kept })
    const [mail] = await mailsTo(person.email, /^Released/)
    expect(mail!.text).toContain(kept === 5900 ? '₪59.00 goes back to your card.' : 'There is no refund.')
  },
)
