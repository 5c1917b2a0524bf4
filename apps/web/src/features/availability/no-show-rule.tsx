import type { NoShowTerms } from '@keyhour/contract/no-shows'
import { Text, type TextProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type Props = TextProps & { terms: NoShowTerms | null | undefined }

/** What happens to a booking that nobody comes to; nothing where it is kept. */
export function NoShowRule({ terms, ...text }: Props) {
  const { t } = useTranslation('orders')
  if (!terms) return null
  const { minutes, refund_percent } = terms
  const cost = refund_percent === 0 ? 'full' : refund_percent === 100 ? 'free' : 'part'
  return <Text {...text}>{t(`noShow.${cost}`, { minutes, percent: 100 - refund_percent })}</Text>
}
