// @vitest-environment node
import { expect, test } from 'vitest'
import { zoneInWords } from './zone-names.ts'

test.each([
  ['Asia/Jerusalem', 'Israel time', 'שעון ישראל'],
  ['America/New_York', 'New York time', 'שעון ניו יורק'],
  ['Europe/London', 'United Kingdom time', 'שעון בריטניה'],
  ['Asia/Kolkata', 'India time', 'שעון הודו'],
])('the clock of %s is called %s, in Hebrew %s', (zone, english, hebrew) => {
  expect([zoneInWords('en', zone), zoneInWords('he', zone)]).toEqual([english, hebrew])
})

test('every clock has a name that is not the identifier of its zone', () => {
  const unnamed = Intl.supportedValuesOf('timeZone').filter((zone) =>
    (['en', 'he'] as const).some((language) => /[/_]/.test(zoneInWords(language, zone))),
  )
  expect(unnamed).toEqual([])
})
