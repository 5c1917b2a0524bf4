import { expect, test } from 'vitest'
import { freePort } from '../../../scripts/free-port.mjs'
import { dataDirDuringTest, startDuringTest, usedDataDirDuringTest } from '../test/during-test.ts'
import { programsOn, runScript } from './product.ts'

const settingsFor = async (dir: string) => ({ DEMO: 'off', DATA_DIR: dir, PORT: String(await freePort()) })

const createAdmin = (email: string[], settings: NodeJS.ProcessEnv) =>
  runScript('create-admin', email, settings)

const post = (url: string, body: object) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/** Sets a password by the printed link and returns the token. */
async function setPassword(output: string, password: string): Promise<string> {
  const [, origin, token] = /(http:\S+)\/reset-password\?token=([\w-]{43})\n/.exec(output)!
  const reply = await post(`${origin}/api/auth/reset_password/${token}`, { password })
  expect(reply.status).toBe(200)
  return ((await reply.json()) as { token: string }).token
}

const listUsers = (url: string, token: string) =>
  fetch(`${url}/api/admin/users`, { headers: { authorization: `Bearer ${token}` } })

test('the first admin can be created before the first start, and sets a password by the printed link', async () => {
  const settings = await settingsFor(await dataDirDuringTest())
  const made = await createAdmin(['dana@example.com'], settings)
  expect([made.code, made.output]).toEqual([0, expect.stringContaining('dana@example.com is an admin.')])
  expect(programsOn(settings.DATA_DIR)).toEqual([])

  const product = await startDuringTest(settings, Number(settings.PORT))
  const token = await setPassword(made.output, 'correct horse battery')
  const signedIn = await post(`${product.url}/api/auth/sign_in`, {
    email: 'dana@example.com',
    password: 'correct horse battery',
  })

  expect(signedIn.status).toBe(200)
  const users = await listUsers(product.url, token)
  expect(await users.json()).toMatchObject([{ name: 'dana', email: 'dana@example.com', admin: true }])
})

test('admins can be created while the server runs', async () => {
  const settings = await settingsFor(await usedDataDirDuringTest())
  const product = await startDuringTest(settings, Number(settings.PORT))
  const made = await createAdmin(['dana@example.com'], settings)
  const again = await createAdmin(['Dana@Example.com'], settings)

  expect([made.code, again.code]).toEqual([0, 0])
  const token = await setPassword(again.output, 'correct horse battery')
  expect(await (await listUsers(product.url, token)).json()).toHaveLength(1)
  expect((await fetch(`${product.url}/api/ready`)).status).toBe(200)
})

test('without a valid address, it says what to do', async () => {
  const settings = await settingsFor(await dataDirDuringTest())
  const [missing, wrong] = await Promise.all([createAdmin([], settings), createAdmin(['dana'], settings)])

  expect([missing.code, wrong.code]).toEqual([1, 1])
  expect(missing.output).toContain('the e-mail address is missing')
  expect(wrong.output).toContain('dana is no e-mail address')
  expect(wrong.output).toContain('npm run create-admin -- dana@example.com')
})
