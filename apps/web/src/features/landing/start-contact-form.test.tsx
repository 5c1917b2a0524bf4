import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ContactForm } from '#web/features/landing/contact-form.tsx'
import { startContactForm } from '#web/features/landing/start-contact-form.ts'
import { landingTexts } from '#web/features/landing/texts.ts'

const MINUTE_MS = 60_000

/** Gets no reply. As in a browser, it waits for ever unless it was told for how long. */
class StalledRequest {
  timeout = 0
  ontimeout: () => void = () => undefined
  upload = {}
  open = () => undefined
  setRequestHeader = () => undefined
  send() {
    if (this.timeout > 0) setTimeout(() => this.ontimeout(), this.timeout)
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', StalledRequest)
})

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

test('on a line that has stalled, sending ends with a failure that keeps what was typed', async () => {
  document.body.innerHTML = renderToStaticMarkup(
    <ContactForm t={landingTexts('en')} language="en" message="Your message" />,
  )
  const form = document.querySelector('form')!
  const button = form.querySelector('button[type="submit"]')
  startContactForm(form)
  form.querySelector<HTMLInputElement>('#email')!.value = 'noa@example.com'
  form.querySelector('textarea')!.value = 'Is there parking?'
  form.dispatchEvent(new Event('submit', { cancelable: true }))
  await vi.advanceTimersByTimeAsync(4 * MINUTE_MS)
  expect(button).toHaveTextContent('Sending...')
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS)

  expect(form.querySelector('[role="alert"]')).toHaveTextContent('We could not reach the server.')
  expect(button).toHaveTextContent('Send')
  expect(button).toBeEnabled()
  expect(form.querySelector('textarea')).toHaveValue('Is there parking?')
})
