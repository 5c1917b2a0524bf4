import type { ComingOrder } from '@keyhour/contract/visits'
import { Anchor, Badge, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from '#web/features/visits/sessions.module.css'
import { formatTime, formatTimes } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'

/** An order that starts later today. */
export function ComingOrderCard({ order, zone }: { order: ComingOrder; zone: string }) {
  const { t } = useTranslation('orders')
  const { id, start, end, pay_until, User, Office } = order
  return (
    <li className={classes.coming}>
      <Text className={classes.time}>
        {end === null ? formatTime(start, zone) : formatTimes(start, end, zone)}
      </Text>
      <div className={classes.words}>
        <Anchor component={Link} to={`/order/${id}`} className={classes.name}>
          <bdi>{User.name}</bdi>
        </Anchor>
        {Office.type === 'SubOffice' && (
          <Text size="sm">{t('subOfficeNamed', { name: localPlace(Office).name })}</Text>
        )}
        {pay_until !== null && (
          <Badge size="sm" variant="light" color="brass" tt="none">
            {t('waiting.badge')}
          </Badge>
        )}
      </div>
    </li>
  )
}
