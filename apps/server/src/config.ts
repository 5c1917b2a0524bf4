import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { isLoopback } from '#server/http/loopback.ts'
import { HUB_NETWORKS, type HubNetworks } from '#server/outside/hub-address.ts'
import { isFilesUrl } from '#server/outside/open-file-store.ts'

/** Shells and compose files leave empty variables, which count as not set. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

/** Parses the fallback like a given value. */
const withFallback = <T extends z.ZodType>(schema: T, fallback: string) =>
  z.preprocess((value) => value || fallback, schema)

const address = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `should be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    )

/** Browsers accept these only in lower case. */
const BluetoothId = z.guid('should be an id like 0000fff0-0000-1000-8000-00805f9b34fb').toLowerCase()

/** More would need more connections than PostgreSQL gives without being told to. */
const MOST_BY_DEFAULT = 12
const MOST_WORKERS = 64

const Environment = z.object({
  PORT: optional(
    z
      .string()
      .regex(/^\d+$/, 'should be a whole number')
      .transform(Number)
      .refine((port) => port <= 65_535, 'should be at most 65535'),
  ),
  HOST: optional(z.string()),
  WORKERS: optional(
    z
      .string()
      .regex(/^\d+$/, 'should be a whole number')
      .transform(Number)
      .refine((workers) => workers >= 1 && workers <= MOST_WORKERS, `should be from 1 to ${MOST_WORKERS}`),
  ),
  DATA_DIR: withFallback(z.string(), './data'),
  DATABASE_URL: optional(address('postgres:', 'postgresql:')),
  FILES_URL: optional(
    z
      .string()
      .refine(isFilesUrl, 'should be like s3://KEY:SECRET@host/bucket?region=eu-central-1 or file:///folder'),
  ),
  PUBLIC_URL: optional(address('http:', 'https:')),
  SECRET_KEY: optional(z.string().min(32, 'should have at least 32 characters')),
  SMTP_URL: optional(address('smtp:', 'smtps:')),
  MAIL_FROM: withFallback(z.string(), 'Keyhour <no-reply@keyhour.test>'),
  CONTACT_EMAIL: withFallback(z.email('should be an e-mail address'), 'hello@keyhour.test'),
  REPLY_ADDRESS: optional(
    z
      .email('should be an e-mail address')
      .regex(/^[^@+]{1,20}@/, 'should have at most 20 characters before the @, and no +'),
  ),
  INBOUND_MAIL_SECRET: optional(z.string().min(32, 'should have at least 32 characters')),
  IMAP_URL: optional(address('imap:', 'imaps:')),
  APP_STORE_URL: optional(address('https:')),
  PLAY_STORE_URL: optional(address('https:')),
  SOCIAL_HANDLE: withFallback(
    z.string().regex(/^[\w.]+$/, 'should be a name of letters, digits, dots and underscores'),
    'keyhour',
  ),
  DEMO: optional(z.enum(['on', 'off'], 'should be on or off')),
  LOG_LEVEL: withFallback(
    z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'should be one of fatal, error, warn, info, debug, trace, silent',
    ),
    'info',
  ),
  GOOGLE_CLIENT_ID: optional(z.string()),
  GOOGLE_CLIENT_SECRET: optional(z.string()),
  GOOGLE_URL: optional(address('http:', 'https:')),
  MICROSOFT_CLIENT_ID: optional(z.string()),
  MICROSOFT_CLIENT_SECRET: optional(z.string()),
  MICROSOFT_TENANT: withFallback(
    z.string().regex(/^[\w.-]+$/, 'should be common, organizations, consumers or the id of a tenant'),
    'common',
  ),
  MICROSOFT_URL: optional(address('http:', 'https:')),
  GOOGLE_KEYS_URL: withFallback(address('http:', 'https:'), 'https://www.googleapis.com/oauth2/v3/certs'),
  TRUST_PROXY: optional(z.string()),
  BLUETOOTH_SERVICE_ID: withFallback(BluetoothId, '0000fff0-0000-1000-8000-00805f9b34fb'),
  BLUETOOTH_CHARACTERISTIC_ID: withFallback(BluetoothId, '0000fff1-0000-1000-8000-00805f9b34fb'),
  BLUETOOTH_LOCK_ADDRESS: withFallback(
    z.string().regex(/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i, 'should be an address like D0:4D:00:00:00:01'),
    'D0:4D:00:00:00:01',
  ),
  HUB_NETWORKS: withFallback(z.enum(HUB_NETWORKS, 'should be public, private or loopback'), 'private'),
  WEBHOOK_NETWORKS: withFallback(z.enum(HUB_NETWORKS, 'should be public, private or loopback'), 'public'),
  PUSH_NETWORKS: withFallback(z.enum(HUB_NETWORKS, 'should be public, private or loopback'), 'public'),
  OPENPATH_URL: withFallback(address('http:', 'https:'), 'https://api.openpath.com'),
  TUYA_URL: withFallback(address('http:', 'https:'), 'https://openapi.tuyaeu.com'),
  NEXUDUS_URL: withFallback(address('http:', 'https:'), 'https://spaces.nexudus.com/api'),
  PICKSPACE_URL: withFallback(address('http:', 'https:'), 'https://{tenant}.pickspace.com'),
  SELLER_NAME: withFallback(z.string().max(200), 'Keyhour'),
  SELLER_DETAILS: optional(z.string().max(500)),
  STRIPE_SECRET_KEY: optional(z.string()),
  STRIPE_WEBHOOK_SECRET: optional(z.string()),
  STRIPE_URL: withFallback(address('http:', 'https:'), 'https://api.stripe.com'),
  MAP_TILES_URL: optional(
    address('http:', 'https:').refine(
      (url) => ['{z}', '{x}', '{y}'].every((hole) => url.includes(hole)),
      'should be an address like https://tiles.example/{z}/{x}/{y}.png',
    ),
  ),
  MAP_TILES_ATTRIBUTION: optional(z.string()),
})

/** Our registration at a service. `url`: a server that stands in for it; undefined for its own. */
type CalendarClient = { clientId: string; clientSecret: string; url: string | undefined }

export type Config = {
  port: number
  host: string
  /** How many processes answer requests. With 1, the same process also runs the jobs. */
  workers: number
  /** How many database connections each process may use. */
  connections: number
  dataDir: string
  /** Undefined: the server runs its own PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined
  /** Undefined: files are kept in `dataDir`. Contains a secret: never log it. */
  filesUrl: string | undefined
  publicUrl: string
  /** Undefined: created on first start and kept in `dataDir`. */
  secretKey: string | undefined
  /** Undefined: mails are kept in `dataDir`. */
  smtpUrl: string | undefined
  mailFrom: string
  contactEmail: string
  /** How replies to answers come back. Undefined: they go to `contactEmail`. Contains secrets: never log it. */
  replies: { address: string; webhookSecret: string | undefined; imapUrl: string | undefined } | undefined
  /** Undefined: the app is installed from the browser. */
  appStoreUrl: string | undefined
  playStoreUrl: string | undefined
  /** Used on every social network. */
  socialHandle: string
  demo: boolean
  /** A demo that nobody asked for by name answers only to the computer it runs on. */
  isDemoAskedFor: boolean
  logLevel: string
  googleClientId: string | undefined
  googleKeysUrl: string
  /** Undefined: no Google calendar can be connected. Contains a secret: never log it. */
  googleCalendar: CalendarClient | undefined
  /** The same for Outlook. */
  outlook: (CalendarClient & { tenant: string }) | undefined
  /** Comma-separated addresses or networks whose forwarding headers we trust. Undefined: none. */
  trustProxy: string | undefined
  bluetoothLock: { service_id: string; characteristic_id: string; address: string }
  /** Admins type hub addresses and the server calls them, so this limits which networks it may reach. */
  hubNetworks: HubNetworks
  /** The same for the addresses of webhooks. */
  webhookNetworks: HubNetworks
  /** The same for the push services of browsers, whose addresses browsers send. */
  pushNetworks: HubNetworks
  openpathUrl: string
  /** Tuya has one per region. */
  tuyaUrl: string
  nexudusUrl: string
  /** With `{tenant}` in the place of the customer of Pickspace. */
  pickspaceUrl: string
  /** Which servers answer instead of those at addresses that admins enter, by origin; only in a demo. */
  standIns: Record<string, string>
  /** Who sells credit packs, on receipts. */
  sellerName: string
  /** Address and tax number, for example. */
  sellerDetails: string | undefined
  /** Undefined: nothing is paid by card. Contains secrets: never log it. */
  stripe: { secretKey: string; webhookSecret: string; url: string } | undefined
  /** Undefined: maps have no tiles and load nothing from outside. */
  mapTilesUrl: string | undefined
  /** Undefined: the host of the tiles. */
  mapTilesAttribution: string | undefined
}

/** Throws an error that names every bad variable and what it should be. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = Environment.safeParse(env)
  if (!parsed.success)
    throw unusable(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
  const given = parsed.data
  const host = given.HOST ?? '127.0.0.1'
  const port = given.PORT ?? 3000
  const publicUrl = given.PUBLIC_URL?.replace(/\/+$/, '') ?? `http://${reachable(host)}:${port}`
  const isPrivate = [host, new URL(publicUrl).hostname].every(isLoopback)
  const demo = given.DEMO ? given.DEMO === 'on' : given.DATABASE_URL === undefined && isPrivate
  const isProduction = env.NODE_ENV === 'production' && !demo
  const workers = given.WORKERS ?? (isProduction ? Math.min(availableParallelism(), MOST_BY_DEFAULT) : 1)
  return {
    host,
    port,
    workers,
    connections: connectionsOf(workers),
    publicUrl,
    dataDir: resolve(given.DATA_DIR),
    databaseUrl: given.DATABASE_URL,
    filesUrl: given.FILES_URL,
    secretKey: given.SECRET_KEY,
    smtpUrl: given.SMTP_URL,
    mailFrom: given.MAIL_FROM,
    contactEmail: given.CONTACT_EMAIL,
    replies: repliesOf(given),
    appStoreUrl: given.APP_STORE_URL,
    playStoreUrl: given.PLAY_STORE_URL,
    socialHandle: given.SOCIAL_HANDLE,
    demo,
    isDemoAskedFor: given.DEMO === 'on',
    logLevel: given.LOG_LEVEL,
    googleClientId: given.GOOGLE_CLIENT_ID,
    googleKeysUrl: given.GOOGLE_KEYS_URL,
    googleCalendar: googleCalendarOf(given),
    outlook: outlookOf(given),
    trustProxy: given.TRUST_PROXY,
    bluetoothLock: {
      service_id: given.BLUETOOTH_SERVICE_ID,
      characteristic_id: given.BLUETOOTH_CHARACTERISTIC_ID,
      address: given.BLUETOOTH_LOCK_ADDRESS,
    },
    hubNetworks: given.HUB_NETWORKS,
    webhookNetworks: given.WEBHOOK_NETWORKS,
    pushNetworks: given.PUSH_NETWORKS,
    openpathUrl: given.OPENPATH_URL,
    tuyaUrl: given.TUYA_URL,
    nexudusUrl: given.NEXUDUS_URL,
    pickspaceUrl: given.PICKSPACE_URL,
    standIns: {},
    sellerName: given.SELLER_NAME,
    sellerDetails: given.SELLER_DETAILS,
    stripe: stripeOf(given),
    mapTilesUrl: given.MAP_TILES_URL,
    mapTilesAttribution: given.MAP_TILES_ATTRIBUTION,
  }
}

const unusable = (problems: string[]): Error =>
  new Error(`The configuration cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)

/** A payment whose events we cannot trust would never bring its credits. */
function stripeOf(given: z.infer<typeof Environment>): Config['stripe'] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_URL: url } = given
  if (secretKey === undefined && webhookSecret === undefined) return undefined
  if (secretKey === undefined)
    throw unusable(['STRIPE_SECRET_KEY should be set together with STRIPE_WEBHOOK_SECRET'])
  if (webhookSecret === undefined)
    throw unusable(['STRIPE_WEBHOOK_SECRET should be set together with STRIPE_SECRET_KEY'])
  return { secretKey, webhookSecret, url }
}

const withoutSlash = (url: string | undefined): string | undefined => url?.replace(/\/+$/, '')

/** The client id alone is for signing in. */
function googleCalendarOf(given: z.infer<typeof Environment>): Config['googleCalendar'] {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_URL } = given
  if (clientSecret === undefined) return undefined
  if (clientId === undefined)
    throw unusable(['GOOGLE_CLIENT_ID should be set together with GOOGLE_CLIENT_SECRET'])
  return { clientId, clientSecret, url: withoutSlash(GOOGLE_URL) }
}

function outlookOf(given: z.infer<typeof Environment>): Config['outlook'] {
  const { MICROSOFT_CLIENT_ID: clientId, MICROSOFT_CLIENT_SECRET: clientSecret } = given
  if (clientId === undefined && clientSecret === undefined) return undefined
  if (clientId === undefined || clientSecret === undefined)
    throw unusable(['MICROSOFT_CLIENT_ID and MICROSOFT_CLIENT_SECRET should be set together'])
  return { clientId, clientSecret, tenant: given.MICROSOFT_TENANT, url: withoutSlash(given.MICROSOFT_URL) }
}

/** An address that nobody reads would swallow the replies, and a mailbox without one would never have any. */
function repliesOf(given: z.infer<typeof Environment>): Config['replies'] {
  const { REPLY_ADDRESS: address, INBOUND_MAIL_SECRET: webhookSecret, IMAP_URL: imapUrl } = given
  const isRead = webhookSecret !== undefined || imapUrl !== undefined
  if (address === undefined && !isRead) return undefined
  if (address === undefined || !isRead)
    throw unusable(['REPLY_ADDRESS should be set together with INBOUND_MAIL_SECRET or IMAP_URL'])
  return { address, webhookSecret, imapUrl }
}

/** Several processes share what PostgreSQL allows: docs/operations.md has the sum. */
function connectionsOf(workers: number): number {
  if (workers === 1) return 20
  const processes = workers + 1
  return Math.max(4, Math.min(20, Math.floor(70 / processes)))
}

/** A link cannot lead to an address that means every network interface. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
