import type { Office } from '@keyhour/contract/offices'
import type { Wish } from '#web/features/spaces/rules.ts'
import type { SpaceTexts } from '#web/features/spaces/texts.ts'

export function searchTitle(t: SpaceTexts, { type, place }: Wish): string {
  const what = type ? t(`search.ofType.${type}`) : t('search.heading')
  return t('title', { page: place ? t('search.in', { what, place }) : what })
}

export const officeTitle = (t: SpaceTexts, { name, address }: Office): string =>
  t('title', { page: t('space.at', { name, address }) })
