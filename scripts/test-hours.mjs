import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { check, playwright, report } from './checks/run-tests.mjs'
import { setUp } from './set-up.mjs'
import { ROOT } from './step.mjs'

/** The browser tests at tricky hours. Options go to Playwright: `npm run test:hours -- --grep=@journey`. */
const CLOCK = join(ROOT, 'apps/e2e/system/shifted-clock.mjs')
const ZONE = 'Asia/Jerusalem'
const HOURS = ['03:00', '12:00', '23:45']

const clockAt = (ms) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, hour: '2-digit', minute: '2-digit' }).format(ms)
const offsetAt = (ms) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, timeZoneName: 'longOffset' }).format(ms).split('GMT')[1]

const MINUTE = 60_000
const nowMs = () => performance.timeOrigin + performance.now()
const now = Math.floor(nowMs() / MINUTE) * MINUTE
const nextMinute = (fits) => {
  for (let ms = now; ; ms += MINUTE) if (fits(ms)) return ms
}

/** Noon of the next day on which the clocks change. */
function dayOfChange() {
  const HOUR = 60 * MINUTE
  let ms = now
  while (offsetAt(ms) === offsetAt(ms + HOUR)) ms += HOUR
  while (clockAt(ms).split(':')[0] !== '12') ms += HOUR
  return ms
}

const moments = [
  ...HOURS.map((hour) => [`At ${hour}`, nextMinute((ms) => clockAt(ms) === hour)]),
  ['On the day the clocks change', dayOfChange()],
]

await setUp()
for (const [title, moment] of moments) {
  process.env.CLOCK_SHIFT_MS = String(Math.round(moment - nowMs()))
  process.env.NODE_OPTIONS = `--import=${pathToFileURL(CLOCK)}`
  await check(`${title} in ${ZONE}`, () => playwright(...process.argv.slice(2)))
}
report()
