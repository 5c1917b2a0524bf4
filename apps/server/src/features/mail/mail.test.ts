import { expect, test } from 'vitest'
import { startWorld } from '../../../test/world.ts'

const mail = {
  id: '6f1c1d6e-3b0a-4a39-9c53-0f2b1f6f9a01',
  to: 'dana@keyhour.test',
  subject: '<script>alert(1)</script>',
  text: 'Hello',
  html: '<b>bold</b>',
}

test('in demo mode, kept mails can be read in the browser', async () => {
  const world = await startWorld({ DEMO: 'on' })
  await world.mailer.deliver(mail)

  const list = await world.get('/dev/mail')
  expect(list.body).toContain('&#60;script&#62;alert(1)&#60;/script&#62;')
  const [, link] = /href="(\/dev\/mail\/[^"]+)"/.exec(list.body)!
  expect((await world.get(link!)).body).toContain('&#60;b&#62;bold&#60;/b&#62;')
  expect((await world.get('/dev/mail/nothing.eml')).statusCode).toBe(404)
})

test('outside demo mode, nobody reads mails in the browser', async () => {
  const world = await startWorld({ DEMO: 'off' })
  await world.mailer.deliver(mail)

  expect((await world.get('/dev/mail')).statusCode).toBe(404)
})
