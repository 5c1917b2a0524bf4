import type { Alternative } from '@keyhour/contract/orders'
import { Alert, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { quoteQuery } from '#web/features/orders/booking-api.ts'
import classes from '#web/features/orders/orders.module.css'
import { formatMoney } from '#web/format/money.ts'
import { formatDate, formatWallRange } from '#web/format/time.ts'

type Props = {
  title: string
  alternatives: readonly Alternative[]
  /** Where it was asked for: another office is named. */
  officeId: number
  /** What one touch does. */
  action: string
  onTake: (alternative: Alternative) => void
  isBusy: boolean
  /** Where the price is told in another way. */
  hidesPrice?: boolean
}

/** What could be had instead of a time that is taken, each with one touch. */
export function AlternativesCard({ title, alternatives, ...rest }: Props) {
  const { t } = useTranslation('booking')
  const card = useRef<HTMLDivElement>(null)
  // Whoever pressed the button at the bottom of a phone does not see the top.
  useEffect(() => {
    // Some browsers answer a promise, which is nothing to clean up with.
    void card.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Alert ref={card} className={classes.alternatives} color="brass" variant="light" title={title}>
      {alternatives.length === 0 ? (
        <Text>{t('noAlternatives')}</Text>
      ) : (
        <ul className={classes.plain}>
          {alternatives.map((alternative) => (
            <AlternativeRow key={JSON.stringify(alternative)} alternative={alternative} {...rest} />
          ))}
        </ul>
      )}
    </Alert>
  )
}

type RowProps = Omit<Props, 'title' | 'alternatives'> & { alternative: Alternative }

function AlternativeRow({ alternative, officeId, action, onTake, isBusy, hidesPrice = false }: RowProps) {
  const { t } = useTranslation('booking')
  const { name, office_name, date, start, end, end_date, office_id, sub_office_id } = alternative
  const isElsewhere = office_id !== officeId
  const times = { date, ...(start && end && { start, end }), ...(end_date && { end_date }) }
  const quote = useQuery({
    ...quoteQuery({ office_id, sub_office_id, ...times }),
    enabled: !hidesPrice,
  })
  const days = end_date && !start ? t('days', { first: formatDate(date), last: formatDate(end_date) }) : null
  const when = start && end ? `${formatDate(date)}, ${formatWallRange(start, end)}` : formatDate(date)
  return (
    <li className={classes.alternative}>
      <div className={classes.words}>
        <Text fw={600}>{days ?? when}</Text>
        <Text size="sm">
          {isElsewhere && (
            <>
              <bdi>{office_name}</bdi>
              {' · '}
            </>
          )}
          <bdi>{name}</bdi>
          {quote.data && ` · ${formatMoney(quote.data.due, quote.data.currency)}`}
        </Text>
      </div>
      <Button
        size="compact-md"
        onClick={() => onTake(alternative)}
        disabled={isBusy}
        aria-label={t('takeInstead', {
          action,
          when: days ?? when,
          name: isElsewhere ? `${office_name}, ${name}` : name,
        })}
      >
        {action}
      </Button>
    </li>
  )
}
