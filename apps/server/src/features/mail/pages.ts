import PostalMime from 'postal-mime'
import type { Mailer } from '#server/outside/mail.ts'

const MOST_SHOWN = 100

export async function listPage(mailer: Mailer): Promise<string> {
  const names = (await mailer.listKept()).slice(0, MOST_SHOWN)
  const rows = await Promise.all(
    names.map(async (name) => {
      const mail = await PostalMime.parse((await mailer.readKept(name)) ?? '')
      const to = mail.to?.map((one) => one.address).join(', ')
      return `<li><a href="/dev/mail/${escaped(name)}">${escaped(mail.subject ?? '')}</a> <small>${escaped(to ?? '')} · ${escaped(mail.date ?? '')}</small></li>`
    }),
  )
  return page('Mails', rows.length > 0 ? `<ul>${rows.join('')}</ul>` : '<p>No mail has been written yet.</p>')
}

export async function mailPage(source: Buffer): Promise<string> {
  const mail = await PostalMime.parse(source)
  const body = mail.html
    ? `<iframe sandbox="allow-popups allow-top-navigation-by-user-activation" srcdoc="${escaped(mail.html)}"></iframe>`
    : ''
  return page(
    mail.subject ?? '',
    `<p><a href="/dev/mail">All mails</a></p>${body}<pre dir="auto">${escaped(mail.text ?? '')}</pre>`,
  )
}

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)} · Keyhour</title>
<style>
  :root { color-scheme: light dark }
  body { font: 16px/1.5 Heebo, system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem }
  iframe { width: 100%; height: 60vh; border: 1px solid #8886; border-radius: 8px; background: #fff }
  pre { white-space: pre-wrap; overflow-wrap: anywhere }
  li { margin: .5rem 0 }
</style></head><body><h1 dir="auto">${escaped(title)}</h1>${body}</body></html>`

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
