import PostalMime from 'postal-mime'
import { escaped, writePage } from '#server/http/html.ts'
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
    ? `<iframe title="The mail" sandbox="allow-popups allow-top-navigation-by-user-activation" srcdoc="${escaped(opensOutside(mail.html))}"></iframe>`
    : ''
  return page(
    mail.subject ?? '',
    `<p><a href="/dev/mail">All mails</a></p>${body}<pre dir="auto">${escaped(mail.text ?? '')}</pre>`,
  )
}

/** The frame may show only mails, so links open outside it. */
const opensOutside = (html: string): string => html.replace('<head>', '<head><base target="_top">')

const STYLE = `
body { padding: 32px 16px }
main { max-width: 48rem; margin: 0 auto }
iframe { width: 100%; height: 60vh; border: 1px solid var(--line); border-radius: 8px }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
li { margin: 8px 0 }`

const page = (title: string, body: string): string =>
  writePage({
    language: 'en',
    title,
    body: `<main><h1 dir="auto">${escaped(title)}</h1>${body}</main>`,
    style: STYLE,
  })
