import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import { composeMail, type Sender, type StampedMail } from '#server/outside/compose-mail.ts'
import { removeDrafts, writeWhole } from '#server/outside/disk-store.ts'

export type Mailer = {
  /** Throws a `MailRefused` when another try would fail too. */
  deliver: (mail: StampedMail) => Promise<void>
  /** Newest first; empty when mails are really sent. */
  listKept: () => Promise<string[]>
  readKept: (name: string) => Promise<Buffer | undefined>
  /** Ends its connections to the mail server. */
  close: () => void
}

export class MailRefused extends Error {}

export function smtpMailer(url: string, sender: Sender): Mailer {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    connectionTimeout: 10_000,
    socketTimeout: 20_000,
  })
  return {
    async deliver(mail) {
      try {
        await transport.sendMail(composeMail(mail, sender))
      } catch (error) {
        throw withoutAddress(error as SmtpFailure)
      }
    },
    listKept: async () => [],
    readKept: async () => undefined,
    close: () => transport.close(),
  }
}

type SmtpFailure = { code?: string; command?: string; responseCode?: number; permanent?: boolean }

/** Leaves out the server's own words, which name the recipient. */
function withoutAddress({ code, command, responseCode, permanent }: SmtpFailure): Error {
  if (responseCode === undefined) return new Error(`the mail server did not answer (${code})`)
  const sentence = `the mail server said ${responseCode} to ${command}`
  // A rejected sign-in is permanent too, but we can correct that.
  return permanent && code !== 'EAUTH' ? new MailRefused(sentence) : new Error(sentence)
}

/** Keeps mails as files that any mail program opens. */
export async function keptMailer(folder: string, sender: Sender): Promise<Mailer> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // If another server is writing one now, that fails and its queue delivers the mail again.
  await removeDrafts(folder)
  const list = async () =>
    (await readdir(folder))
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .reverse()
  return {
    async deliver(mail) {
      const { raw } = composeMail(mail, sender)
      const stamp = sender
        .now()
        .toISOString()
        .replace(/[^0-9]/g, '')
      await writeWhole(join(folder, `${stamp}-${mail.id}.eml`), raw)
    },
    listKept: list,
    async readKept(name) {
      return (await list()).includes(name) ? readFile(join(folder, name)) : undefined
    },
    close: () => undefined,
  }
}
