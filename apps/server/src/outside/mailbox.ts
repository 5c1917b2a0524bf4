import type { ImapFlow } from 'imapflow'

type Limits = {
  /** Larger mails are flagged, not read. */
  mostBytes: number
  /** Asked before each mail: the rest waits for the next run. */
  isOver: () => boolean
}

export type Mailbox = {
  /**
   * Hands over each unread mail, and marks it as read after that: a mail whose taking fails or is killed comes again.
   * One that `take` refuses is flagged too, for a person to look at.
   */
  takeUnseen: (take: (raw: Buffer) => Promise<boolean>, limits: Limits) => Promise<void>
}

/** imap://user:password@host:143/folder, or imaps. */
export function imapMailbox(url: string): Mailbox {
  const { protocol, hostname, port, username, password, pathname } = new URL(url)
  const isSecure = protocol === 'imaps:'
  const folder = decodeURIComponent(pathname.slice(1)) || 'INBOX'
  const settings = {
    host: hostname,
    port: Number(port) || (isSecure ? 993 : 143),
    secure: isSecure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  } as const

  return {
    async takeUnseen(take, limits) {
      // Loaded here, because it takes long and a server may have no mailbox.
      const { ImapFlow: Client } = await import('imapflow')
      const client = new Client({ ...settings, maxLiteralSize: limits.mostBytes + 1024 })
      // Every failure also reaches the command that is waiting.
      client.on('error', () => undefined)
      try {
        await answered(client.connect())
        await answered(client.mailboxOpen(folder))
        await takeEach(client, take, limits)
        await answered(client.logout())
      } finally {
        client.close()
      }
    },
  }
}

async function takeEach(
  client: ImapFlow,
  take: (raw: Buffer) => Promise<boolean>,
  { mostBytes, isOver }: Limits,
): Promise<void> {
  const unseen = (await answered(client.search({ seen: false }, { uid: true }))) || []
  for (const uid of unseen) {
    if (isOver()) return
    const found = await answered(client.fetchOne(String(uid), { size: true }, { uid: true }))
    // Another reader has moved it.
    if (!found) continue
    const isTaken = (found.size ?? 0) <= mostBytes && (await takeOne(client, uid, take))
    const flags = isTaken ? ['\\Seen'] : ['\\Seen', '\\Flagged']
    await answered(client.messageFlagsAdd(String(uid), flags, { uid: true }))
  }
}

async function takeOne(
  client: ImapFlow,
  uid: number,
  take: (raw: Buffer) => Promise<boolean>,
): Promise<boolean> {
  const mail = await answered(client.fetchOne(String(uid), { source: true }, { uid: true }))
  const raw = mail ? mail.source : undefined
  if (!raw) throw new Error('the mailbox did not hand over a mail')
  return take(raw)
}

type ImapFailure = { authenticationFailed?: boolean; code?: string; responseStatus?: string }

/** Failures without the server's own words, which may name the account. */
async function answered<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    const { authenticationFailed, code, responseStatus } = error as ImapFailure
    if (authenticationFailed) throw new Error('the mailbox did not accept the user name and password')
    throw new Error(`the mailbox did not answer (${responseStatus ?? code ?? 'unknown'})`)
  }
}
