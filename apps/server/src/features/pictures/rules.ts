import { DAY } from '#server/time/opening-hours.ts'

/** As long as backups are kept: one of them may refer to the file. */
const DAYS_KEPT = 30

export const removalOf = (now: Date): Date => new Date(now.getTime() + DAYS_KEPT * DAY)
