import type { ContactFormTexts } from '#web/features/landing/contact-form.tsx'

type Detail = string | { loc: string[]; msg: string }[]

/** Sends the message and reports the result. A failure keeps what was typed. */
export function startContactForm(form: HTMLFormElement): void {
  const texts: ContactFormTexts = JSON.parse(form.dataset.contact ?? '{}')
  const button = form.querySelector<HTMLButtonElement>('button[type="submit"]')
  if (!button) return
  const send = button.textContent ?? ''
  const said = (sentence: string) => texts.sentences[sentence] ?? sentence

  async function submit(): Promise<void> {
    showFailure(form, '')
    for (const field of fieldsOf(form)) showError(field, '')
    if (!button) return
    button.disabled = true
    button.textContent = texts.sending
    try {
      const message = writeMessage(form)
      const reply = await fetch('/api/contact/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(message),
      })
      if (reply.ok) thank(form, texts.sent.replace('{email}', message.email))
      else showRefusal(form, await detailOf(reply), texts, said)
    } catch {
      showFailure(form, texts.unreachable)
    } finally {
      button.disabled = false
      button.textContent = send
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!button.disabled) void submit()
  })
  button.disabled = false
}

const fieldsOf = (form: HTMLFormElement) =>
  form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')

/** The single fields become the first lines of the message; an empty message stays empty. */
function writeMessage(form: HTMLFormElement): { email: string; message: string } {
  const values = new FormData(form)
  const typed = (name: string) => String(values.get(name) ?? '').trim()
  const answers = [...form.querySelectorAll<HTMLInputElement>('[data-line]')]
    .filter(({ name }) => typed(name) !== '')
    .map(({ name, dataset }) => `${dataset.line?.replace(/\?$/, '')}: ${typed(name)}`)
  const about = [form.dataset.topic, ...answers].filter((line) => line !== undefined)
  const message = typed('message')
  return {
    email: typed('email'),
    message: message && about.length > 0 ? `${about.join('\n')}\n\n${message}` : message,
  }
}

async function detailOf(reply: Response): Promise<Detail | undefined> {
  const body: { detail?: Detail } | undefined = await reply.json().catch(() => undefined)
  return body?.detail
}

function showRefusal(
  form: HTMLFormElement,
  detail: Detail | undefined,
  texts: ContactFormTexts,
  said: (sentence: string) => string,
): void {
  if (!Array.isArray(detail)) {
    showFailure(form, detail ? said(detail) : texts.failed)
    return
  }
  const wrong = detail.flatMap(({ loc, msg }) => {
    const field = [...fieldsOf(form)].find(({ name }) => name === loc.at(-1))
    if (field) showError(field, said(msg))
    return field ? [field] : []
  })
  if (wrong.length === 0) showFailure(form, texts.failed)
  wrong[0]?.focus()
}

function showError(field: HTMLInputElement | HTMLTextAreaElement, error: string): void {
  const place = document.getElementById(`${field.id}-error`)
  if (place) place.textContent = error
  if (error === '') {
    field.removeAttribute('aria-invalid')
    field.removeAttribute('aria-describedby')
  } else {
    field.setAttribute('aria-invalid', 'true')
    field.setAttribute('aria-describedby', `${field.id}-error`)
  }
}

function showFailure(form: HTMLFormElement, failure: string): void {
  const place = form.querySelector('.form-failure')
  if (place) place.textContent = failure
}

function thank(form: HTMLFormElement, sent: string): void {
  const thanks = document.createElement('p')
  thanks.className = 'form-sent'
  thanks.setAttribute('role', 'status')
  thanks.tabIndex = -1
  thanks.textContent = sent
  form.replaceWith(thanks)
  thanks.focus()
}
