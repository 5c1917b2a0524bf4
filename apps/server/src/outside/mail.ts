import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import { z } from 'zod'
import { writeWhole } from '#server/outside/files.ts'

export const Mail = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() })
export type Mail = z.infer<typeof Mail>

export type Mailer = {
  /** Throws when the mail was not taken; the job queue tries again. */
  deliver: (mail: Mail) => Promise<void>
  /** Newest first; empty when mails are really sent. */
  listKept: () => Promise<string[]>
  readKept: (name: string) => Promise<Buffer | undefined>
}

type Sender = { from: string; now: () => Date }

export function smtpMailer(url: string, { from }: Sender): Mailer {
  const transport = nodemailer.createTransport({ url, connectionTimeout: 10_000, socketTimeout: 20_000 })
  return {
    deliver: async (mail) => void (await transport.sendMail({ from, ...mail })),
    listKept: async () => [],
    readKept: async () => undefined,
  }
}

/** Without a mail server, mails are kept as files that any mail program opens. */
export async function keptMailer(folder: string, { from, now }: Sender): Promise<Mailer> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true })
  const list = async () =>
    (await readdir(folder))
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .reverse()
  return {
    async deliver(mail) {
      const { message } = await transport.sendMail({ from, date: now(), ...mail })
      const stamp = now()
        .toISOString()
        .replace(/[^0-9]/g, '')
      await writeWhole(join(folder, `${stamp}-${randomUUID()}.eml`), message as Buffer)
    },
    listKept: list,
    async readKept(name) {
      return (await list()).includes(name) ? readFile(join(folder, name)) : undefined
    },
  }
}
