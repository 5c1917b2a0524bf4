import { AccountKey } from '#server/features/calendars/account-key.ts'
import { isLasting } from '#server/features/calendars/is-lasting.ts'
import { nameCalendars } from '#server/features/calendars/link-queries.ts'
import { openService } from '#server/features/calendars/open-service.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** What newly linked calendars are called. Without their names they are shown by their ids. */
export const nameLinks = job({
  name: 'name-calendar-links',
  data: AccountKey,
  retries: 3,
  async run(deps: Deps, account) {
    try {
      const service = await openService(deps, deps.db, account)
      await nameCalendars(deps.db, account, await service.listCalendars())
    } catch (error) {
      if (!isLasting(error)) throw error
    }
  },
})
