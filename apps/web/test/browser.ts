import '@testing-library/jest-dom/vitest'
import { notifications } from '@mantine/notifications'
import { cleanup, configure, getConfig } from '@testing-library/react'
import i18next from 'i18next'
import * as React from 'react'
import { vi } from 'vitest'
import { startLive } from '#test/live.ts'
import { endReplies, startReplies } from '#test/replies.ts'
import { restoreSession } from '#web/api/session.ts'
import { startTexts } from '#web/texts/i18n.ts'

// Screens are loaded when first shown, which takes a while on a busy machine: only a test that fails waits that long.
// Until then every look at the screen may fail, so only the last failure prints the document.
configure(({ getElementError }) => ({
  asyncUtilTimeout: 60_000,
  getElementError: (message, container) =>
    isWaiting() ? elementError(message) : getElementError(message, container),
}))
await startTexts('en')
createNoOwnerStacks()

// happy-dom has no layout: without a height, a list that draws only what is in view would draw nothing.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', {
  configurable: true,
  get(this: HTMLElement) {
    return this.tagName === 'SECTION' ? 1000 : 0
  },
})

/** Set by Testing Library itself while `waitFor` and `findBy` try again. */
const isWaiting = () => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true

const elementError = (message: string | null) =>
  Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })

/**
 * React keeps a stack trace for every element it creates, up to 10,000 a second, to show it with a warning. That took
 * a tenth of the time; the warning itself still appears.
 */
function createNoOwnerStacks(): void {
  const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
  Object.defineProperty(Reflect.get(React, internals), 'recentlyCreatedOwnerStacks', {
    get: () => Number.POSITIVE_INFINITY,
    set: () => undefined,
  })
}

export async function beginTest(): Promise<void> {
  localStorage.clear()
  sessionStorage.clear()
  forgetCookies()
  forgetSession()
  startReplies()
  startLive()
  await i18next.changeLanguage('en')
}

/** How a session ended is shown once, on the next screen, which may be that of another test. */
const forgetSession = () => restoreSession()()

export async function endTest(): Promise<void> {
  cleanup()
  vi.useRealTimers()
  endReplies()
  await new Promise((resolve) => setTimeout(resolve))
  notifications.clean()
}

/** In the past, because happy-dom keeps a cookie through the millisecond in which it expires. */
function forgetCookies(): void {
  for (const cookie of document.cookie.split('; ')) {
    const gone = `${cookie.split('=')[0]}=; max-age=-1`
    // biome-ignore lint/suspicious/noDocumentCookie: the product sets its cookies the same way
    for (const expired of [gone, `${gone}; path=/`]) document.cookie = expired
  }
}
