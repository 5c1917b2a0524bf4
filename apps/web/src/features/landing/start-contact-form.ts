import { makeAttemptKey } from '#web/api/attempt-key.ts'
import type { ContactFormTexts } from '#web/features/landing/contact-form.tsx'
import { type ChosenFiles, startFileField } from '#web/features/landing/start-file-field.ts'
import { startOfficeNote } from '#web/features/landing/start-office-note.ts'

type Detail = string | { loc: string[]; msg: string }[]
type Answer = { isOk: boolean; detail: Detail | undefined }

/** Sends the message and reports the result. A failure keeps what was typed. */
export function startContactForm(form: HTMLFormElement): void {
  const texts: ContactFormTexts = JSON.parse(form.dataset.contact ?? '{}')
  const button = form.querySelector<HTMLButtonElement>('button[type="submit"]')
  const note = form.querySelector<HTMLElement>('.form-office')
  const files = startFileField(form.querySelector<HTMLElement>('[data-files]')!)
  if (!button || !note) return
  const send = button.textContent ?? ''
  /** A repeated attempt has the key of the first, so that the server keeps one message. */
  let last = { body: '', key: '' }

  async function submit(): Promise<void> {
    showFailure(form, '')
    for (const field of fieldsOf(form)) showError(field, '')
    if (!button) return
    button.disabled = true
    button.textContent = texts.sending
    try {
      const message = writeMessage(form, texts)
      const attachments = await files.read()
      const body = JSON.stringify({ ...message, ...(attachments.length > 0 && { attachments }) })
      if (body !== last.body) last = { body, key: makeAttemptKey() }
      const onProgress = attachments.length > 0 ? showProgress : undefined
      onProgress?.(0)
      const answer = await post(last, onProgress)
      if (answer.isOk) thank(form, texts.sent.replace('{email}', message.email))
      else showRefusal(form, files, answer.detail, texts)
    } catch {
      showFailure(form, texts.unreachable)
    } finally {
      showProgress(null)
      button.disabled = false
      button.textContent = send
    }
  }

  /** Null hides the bar. */
  function showProgress(share: number | null): void {
    const bar = form.querySelector('progress')
    if (!bar) return
    bar.hidden = share === null
    bar.value = share ?? 0
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!button.disabled) void submit()
  })
  void startOfficeNote(note, texts.language)
  button.disabled = false
}

/** Enough for the largest files on a phone. */
const LONGEST_MS = 300_000

/** `fetch` does not tell how much was sent. */
function post(
  { body, key }: { body: string; key: string },
  onProgress?: (share: number) => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/contact/')
    request.setRequestHeader('content-type', 'application/json')
    request.setRequestHeader('idempotency-key', key)
    request.onload = () => resolve({ isOk: request.status === 200, detail: detailOf(request.responseText) })
    request.onerror = reject
    request.onabort = reject
    request.timeout = LONGEST_MS
    request.ontimeout = reject
    if (onProgress) request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
    request.send(body)
  })
}

const fieldsOf = (form: HTMLFormElement) =>
  form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input[name], textarea')

type Message = { email: string; message: string; language: string; office_id?: number; website?: string }

/** The single fields become the first lines of the message; an empty message stays empty. */
function writeMessage(form: HTMLFormElement, { language }: ContactFormTexts): Message {
  const values = new FormData(form)
  const typed = (name: string) => String(values.get(name) ?? '').trim()
  const answers = [...form.querySelectorAll<HTMLInputElement>('[data-line]')]
    .filter(({ name }) => typed(name) !== '')
    .map(({ name, dataset }) => `${dataset.line?.replace(/\?$/, '')}: ${typed(name)}`)
  const about = [form.dataset.topic, ...answers].filter((line) => line !== undefined)
  const message = typed('message')
  const office = form.querySelector<HTMLElement>('.form-office')?.dataset.office
  const website = typed('website')
  return {
    email: typed('email'),
    message: message && about.length > 0 ? `${about.join('\n')}\n\n${message}` : message,
    language,
    ...(office && { office_id: Number(office) }),
    ...(website && { website }),
  }
}

function detailOf(text: string): Detail | undefined {
  try {
    return JSON.parse(text).detail
  } catch {
    return undefined
  }
}

function showRefusal(
  form: HTMLFormElement,
  files: ChosenFiles,
  detail: Detail | undefined,
  texts: ContactFormTexts,
): void {
  const said = (sentence: string) => texts.sentences[sentence] ?? sentence
  if (!Array.isArray(detail)) {
    showFailure(form, detail ? said(detail) : texts.failed)
    return
  }
  const wrong = detail.flatMap(({ loc: [, name, position], msg }) => {
    const isFile = name === 'attachments'
    const field = form.querySelector<HTMLInputElement>(`#${isFile ? 'files' : name}`)
    if (isFile) files.showError(position === undefined ? undefined : Number(position), said(msg))
    else if (field) showError(field, said(msg))
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
