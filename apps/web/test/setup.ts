import '@testing-library/jest-dom/vitest'
import { notifications } from '@mantine/notifications'
import { cleanup } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { startTexts } from '#web/texts/i18n.ts'

beforeAll(async () => {
  if (typeof document !== 'undefined' && !i18next.isInitialized) await startTexts('en')
})

beforeEach(async () => {
  if (typeof document === 'undefined') return
  localStorage.clear()
  sessionStorage.clear()
  await i18next.changeLanguage('en')
})

afterEach(() => {
  if (typeof document === 'undefined') return
  cleanup()
  notifications.clean()
})
