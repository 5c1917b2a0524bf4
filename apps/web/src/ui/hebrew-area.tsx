import { DirectionProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { hebrewTexts } from '#web/texts/i18n.ts'

/** In Hebrew, right-to-left, whatever the person's language. */
export function HebrewArea({ children }: { children: ReactNode }) {
  return (
    <I18nextProvider i18n={hebrewTexts()}>
      <DirectionProvider initialDirection="rtl" detectDirection={false}>
        <div dir="rtl" lang="he">
          {children}
        </div>
      </DirectionProvider>
    </I18nextProvider>
  )
}
