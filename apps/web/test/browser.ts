import '@testing-library/jest-dom/vitest'
import { notifications } from '@mantine/notifications'
import { cleanup, configure } from '@testing-library/react'
import i18next from 'i18next'
import { vi } from 'vitest'
import { startLive } from '#test/live.ts'
import { endReplies, startReplies } from '#test/replies.ts'
import { startTexts } from '#web/texts/i18n.ts'

// Screens are loaded when first shown, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 15_000 })
await startTexts('en')

// happy-dom has no layout: without a height, a list that draws only what is in view would draw nothing.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', {
  configurable: true,
  get(this: HTMLElement) {
    return this.tagName === 'SECTION' ? 1000 : 0
  },
})

export async function beginTest(): Promise<void> {
  localStorage.clear()
  sessionStorage.clear()
  forgetCookies()
  startReplies()
  startLive()
  await i18next.changeLanguage('en')
}

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
