import type { Alternative } from '@keyhour/contract/availability'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { firstFreeQuery, type SpaceQuery } from '#web/features/availability/api.ts'
import classes from '#web/features/availability/availability.module.css'
import { formatDate, formatWallRange } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'

type Props = { space: SpaceQuery; date: string; onTake: (alternative: Alternative) => void }

/** For a day that is full: the first free time there is, that day in another space or later in this one. */
export function FirstFree({ space, date, onTake }: Props) {
  const { t } = useTranslation('booking')
  const { data: offers = [] } = useQuery(firstFreeQuery(space, date))
  if (offers.length === 0) return null
  return (
    <>
      <Text fw={600}>{t('firstFree.title')}</Text>
      <ul className={classes.plain}>
        {offers.map((offer) => (
          <FreeRow
            key={`${offer.sub_office_id} ${offer.date}`}
            offer={offer}
            isElsewhere={offer.sub_office_id !== space.sub_office_id}
            onTake={() => onTake(offer)}
          />
        ))}
      </ul>
    </>
  )
}

type RowProps = { offer: Alternative; isElsewhere: boolean; onTake: () => void }

function FreeRow({ offer, isElsewhere, onTake }: RowProps) {
  const { t } = useTranslation('booking')
  const { date, start, end } = offer
  const { name } = localPlace(offer)
  const when = start && end ? `${formatDate(date)}, ${formatWallRange(start, end)}` : formatDate(date)
  return (
    <li className={classes.alternative}>
      <div className={classes.offer}>
        <Text>{when}</Text>
        {isElsewhere && (
          <Text size="sm" c="dimmed">
            <bdi>{name}</bdi>
          </Text>
        )}
      </div>
      <Button
        h={44}
        onClick={onTake}
        aria-label={t('takeInstead', { action: t('firstFree.take'), when, name })}
      >
        {t('firstFree.take')}
      </Button>
    </li>
  )
}
