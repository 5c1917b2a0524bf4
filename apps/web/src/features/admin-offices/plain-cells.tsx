import { useTranslation } from 'react-i18next'
import classes from '#web/features/admin-offices/offices.module.css'
import { type OfficeRow, priceOf } from '#web/features/admin-offices/rules.ts'
import { formatMoney } from '#web/format/money.ts'

/** What does not fit shows when the pointer rests on it. */
export function TextCell({ text }: { text: string | null | undefined }) {
  return text ? (
    <bdi className={classes.text} title={text}>
      {text}
    </bdi>
  ) : null
}

export function HoursCell({ hours }: { hours: string | null }) {
  const { t } = useTranslation('admin-offices')
  return <TextCell text={hours ?? t('table.aroundTheClock')} />
}

/** In shekels, whatever the office is paid in, as the specification has it. */
export function PriceCell({ row }: { row: OfficeRow }) {
  const { t } = useTranslation('admin-offices')
  const price = priceOf(row)
  return price && <bdi title={t(`table.per.${price.per}`)}>{formatMoney(price.cents, 'ILS')}</bdi>
}
