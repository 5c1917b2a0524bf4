import type { Currency } from '@keyhour/contract/primitives'
import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { signOf } from '#web/format/money.ts'

/** Comes back here with the same choice. */
export function BuyCredits({ currency }: { currency: Currency }) {
  const { t } = useTranslation('booking')
  const { pathname, search } = useLocation()
  const way = new URLSearchParams({ currency, return_to: pathname + search })
  return (
    <Anchor size="sm" component={Link} to={`/credits?${way}`}>
      {t('buyCredits', { sign: signOf(currency) })}
    </Anchor>
  )
}
