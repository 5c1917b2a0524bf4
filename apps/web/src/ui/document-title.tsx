import { withoutDirectionSigns } from '@keyhour/contract/direction'
import { createContext, type ReactNode, useContext } from 'react'
import { useTranslation } from 'react-i18next'

const Area = createContext<string | null>(null)

export function TitleArea({ name, children }: { name: string; children: ReactNode }) {
  return <Area value={name}>{children}</Area>
}

/** The title of the browser tab: screen, area, product. */
export function DocumentTitle({ title }: { title: string }) {
  const { t } = useTranslation('app')
  const area = useContext(Area)
  return <title>{withoutDirectionSigns([title, area, t('productName')].filter(Boolean).join(' · '))}</title>
}
