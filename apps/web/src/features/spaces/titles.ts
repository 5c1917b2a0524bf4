import type { Office } from '@keyhour/contract/offices'
import type { Wish } from '@keyhour/contract/space-wish'
import type { SpaceTexts } from '#web/features/spaces/texts.ts'

export const titled = (t: SpaceTexts, page: string): string => `${page} · ${t('name')}`

export function searchTitle(t: SpaceTexts, { type, place }: Wish): string {
  const what = type ? t(`search.ofType.${type}`) : t('search.heading')
  return titled(t, place ? t('search.in', { what, place }) : what)
}

export const officeTitle = (t: SpaceTexts, { name, address }: Office): string =>
  titled(t, t('space.at', { name, address }))
