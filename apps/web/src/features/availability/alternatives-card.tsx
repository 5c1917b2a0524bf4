import type { Alternative } from '@keyhour/contract/availability'
import { Alert, Box, Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/availability/availability.module.css'
import { formatDate, formatWallRange, unbroken } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { useIntoView } from '#web/ui/use-into-view.ts'

type Props = {
  title: string
  alternatives: readonly Alternative[]
  /** Alternatives in another office show its name. */
  officeId: number
  /** The label of the buttons. */
  action: string
  onTake: (alternative: Alternative) => void
  isBusy: boolean
  /** Shown after the name. */
  priceOf?: (alternative: Alternative) => ReactNode
  /** What else can be done. */
  children?: ReactNode
}

/** Other times and spaces, for a time that is taken. */
export function AlternativesCard({ title, alternatives, children, ...rest }: Props) {
  const { t } = useTranslation('booking')
  const card = useIntoView<HTMLDivElement>()
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
      {children && <Box mt="md">{children}</Box>}
    </Alert>
  )
}

type RowProps = Omit<Props, 'title' | 'alternatives' | 'children'> & { alternative: Alternative }

function AlternativeRow({ alternative, officeId, action, onTake, isBusy, priceOf }: RowProps) {
  const { t } = useTranslation('booking')
  const { date, start, end, end_date, office_id } = alternative
  const { name, office_name } = localPlace(alternative)
  const isElsewhere = office_id !== officeId
  const days = end_date && !start ? t('days', { first: formatDate(date), last: formatDate(end_date) }) : null
  const when = start && end ? `${formatDate(date)}, ${formatWallRange(start, end)}` : formatDate(date)
  return (
    <li className={classes.alternative}>
      <div className={classes.offer}>
        <Text fw={600}>{unbroken(days ?? when)}</Text>
        <Text size="sm">
          {isElsewhere && (
            <>
              <bdi>{office_name}</bdi>
              {' · '}
            </>
          )}
          <bdi>{name}</bdi>
          {priceOf?.(alternative)}
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
