import { expect, test } from 'vitest'
import { cookiePolicy } from '#web/features/legal/cookie-policy.ts'
import type { LegalText } from '#web/features/legal/document.ts'
import { privacyPolicy } from '#web/features/legal/privacy-policy.ts'
import { terms } from '#web/features/legal/terms.ts'

test.each([privacyPolicy, terms, cookiePolicy])(
  'both languages say the same things and link to the same pages: $path',
  ({ texts }) => {
    const shape = ({ intro, short, sections }: LegalText) => ({
      lengths: [intro.length, short.points.length],
      sections: sections.map(({ blocks }) =>
        blocks.map((block) => (Array.isArray(block) ? block.length : 1)),
      ),
      marks: JSON.stringify(sections).match(/`\w+`|\]\([^)]+\)|\{contact\}/g),
    })

    expect(shape(texts.he)).toEqual(shape(texts.en))
  },
)

test.each([
  [terms, ['Series', 'Waiting lists', 'for 15 minutes', 'release a booking', 'by card', 'company']],
  [privacyPolicy, ['Times you wait for', 'Notifications', 'whether they repeat', 'company']],
  [cookiePolicy, ['`kept_booking`', '`push_of`']],
] as const)('a page tells of all that concerns it: $0.path', ({ texts }, subjects) => {
  const said = JSON.stringify(texts.en)
  expect(subjects.filter((subject) => !said.includes(subject))).toEqual([])
})
