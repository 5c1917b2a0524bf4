import { fileURLToPath } from 'node:url'
import { simulateGoogle } from '@keyhour/simulators/google'
import { simulateMailServer } from '@keyhour/simulators/mail-server'
import { expect, type Page } from '@playwright/test'
import { freePort } from '../../../scripts/free-port.mjs'
import { freshDataDir, type Product, start } from '../system/product.ts'
import { test as base } from './test.ts'

const SHIFTED_CLOCK = fileURLToPath(new URL('../system/shifted-clock.mjs', import.meta.url))
const DAY_MS = 24 * 3_600_000

export type Accounts = Awaited<ReturnType<typeof startAccounts>>

/** An empty product with a simulated mail server and Google. */
async function startAccounts() {
  const [google, mailServer, data] = await Promise.all([
    simulateGoogle(),
    simulateMailServer(),
    freshDataDir(),
  ])
  const port = await freePort()
  const env = {
    DATA_DIR: data.dir,
    DEMO: 'off',
    SMTP_URL: mailServer.url,
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_KEYS_URL: google.keysUrl,
  }
  let product: Product = await start(env, port)
  return {
    url: product.url,
    google,
    mailServer,
    async restartAfter(days: number) {
      await product.kill('SIGTERM')
      const later = {
        NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`,
        CLOCK_SHIFT_MS: String(Number(process.env.CLOCK_SHIFT_MS ?? 0) + days * DAY_MS),
      }
      product = await start({ ...env, ...later }, port)
    },
    async stop() {
      await product.kill('SIGTERM')
      await Promise.all([google.close(), mailServer.close(), data.remove()])
    },
  }
}

export const test = base.extend<object, { accounts: Accounts }>({
  accounts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs off the pattern
    async ({}, use) => {
      const accounts = await startAccounts()
      await use(accounts)
      await accounts.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ accounts }, use) => use(accounts.url),
})

const opened = new WeakSet<object>()

/** The link in the next unread mail to this address with a matching subject. */
export async function linkFrom({ mailServer }: Accounts, to: string, subject: RegExp): Promise<string> {
  const next = () => mailServer.to(to).find((mail) => subject.test(mail.subject ?? '') && !opened.has(mail))
  await expect.poll(next).toBeDefined()
  const mail = next()!
  opened.add(mail)
  const [link] = /https?:\/\/\S+token=\S+/.exec(mail.text ?? '') ?? []
  expect(mail.html).toContain(link)
  return link!
}

/** Replaces Google's script with a button that returns the next credential. */
export async function stubGoogle(page: Page, credential: () => string | Promise<string>): Promise<string[]> {
  const calls: string[] = []
  await page.exposeFunction('nextCredential', credential)
  await page.exposeFunction('tellOfCall', (call: string) => void calls.push(call))
  await page.route('https://accounts.google.com/gsi/client**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${googleScript})()` }),
  )
  return calls
}

type Given = { callback: (answer: { credential: string; select_by: string }) => void }

/** Runs in the page. */
function googleScript() {
  const edge = window as unknown as {
    nextCredential: () => Promise<string>
    tellOfCall: (call: string) => void
    google: object
  }
  let given: Given | undefined
  edge.google = {
    accounts: {
      id: {
        initialize(options: Given) {
          given = options
        },
        renderButton(place: HTMLElement, { theme, size }: { theme: string; size: string }) {
          const button = document.createElement('button')
          button.textContent = 'Sign in with Google'
          button.dataset.look = `${theme} ${size}`
          button.onclick = async () =>
            given?.callback({ credential: await edge.nextCredential(), select_by: 'btn' })
          place.replaceChildren(button)
        },
        prompt() {},
        cancel() {},
        disableAutoSelect: () => edge.tellOfCall('disableAutoSelect'),
        revoke: (email: string) => edge.tellOfCall(`revoke ${email}`),
      },
    },
  }
}
