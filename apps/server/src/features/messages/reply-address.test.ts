import { expect, test } from 'vitest'
import { readReplyAddress, replyAddressOf } from '#server/features/messages/reply-address.ts'
import { makeSecrets } from '#server/secrets/secrets.ts'

const secrets = makeSecrets('one key of thirty-two characters or more')
const REPLIES = 'Replies@Keyhour.test'
const made = replyAddressOf(secrets, REPLIES, 123_456_789_012_345)

test('a reply address names its message, in any case, and fits into what mail servers allow', () => {
  for (const address of [made, made.toLowerCase(), made.toUpperCase(), ` ${made} `])
    expect(readReplyAddress(secrets, REPLIES, address)).toEqual({ to: 'message', id: 123_456_789_012_345 })
  expect(replyAddressOf(secrets, `${'a'.repeat(20)}@b.test`, 123_456_789_012_345).indexOf('@')).toBeLessThan(
    65,
  )
})

test('an address that was guessed, or made with another key, is forged', () => {
  const other = replyAddressOf(makeSecrets('another key of thirty-two characters or more'), REPLIES, 5)
  for (const address of [
    other,
    made.replace('+1', '+2'),
    'replies+5@keyhour.test',
    'replies+5.@keyhour.test',
  ])
    expect(readReplyAddress(secrets, REPLIES, address)).toEqual({ to: 'forged' })
})

test.each(['replies@keyhour.test', 'hello+5.ab@keyhour.test', made.replace('.test', '.test.evil'), ''])(
  '%j is not one of our reply addresses',
  (address) => {
    expect(readReplyAddress(secrets, REPLIES, address)).toEqual({ to: 'nobody' })
  },
)
