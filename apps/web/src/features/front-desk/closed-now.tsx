import type { DeskClosure } from '@keyhour/contract/front-desk'
import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useOpenAgain } from '#web/features/front-desk/api.ts'
import { DaySection } from '#web/features/front-desk/day-lists.tsx'
import classes from '#web/features/front-desk/desk.module.css'
import { formatTimes } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { onceConfirmed } from '#web/ui/confirm.tsx'

type Props = { officeId: number; closures: DeskClosure[]; zone: string }

/** What is closed now or later today. */
export function ClosedNow({ officeId, closures, zone }: Props) {
  const { t } = useTranslation('front-desk')
  if (closures.length === 0) return null
  return (
    <DaySection id="desk-closed" title={t('closed.title')} count={closures.length}>
      <ul className={classes.rows}>
        {closures.map((closure) => (
          <Closed key={closure.id} officeId={officeId} closure={closure} zone={zone} />
        ))}
      </ul>
    </DaySection>
  )
}

type ClosedProps = { officeId: number; closure: DeskClosure; zone: string }

function Closed({ officeId, closure, zone }: ClosedProps) {
  const { t } = useTranslation('front-desk')
  const open = useOpenAgain(officeId)
  const place =
    closure.sub_office_name === null
      ? t('wholeOffice')
      : localPlace({ name: closure.sub_office_name, name_he: closure.sub_office_name_he }).name
  const ask = () =>
    onceConfirmed({ message: t('closed.confirm', { place }), type: 'message' }, () => open.mutate(closure.id))
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Text className={classes.time}>{formatTimes(closure.start, closure.end, zone)}</Text>
        <Text fw={600}>
          <bdi>{place}</bdi>
        </Text>
        <Text size="sm">
          <bdi>{closure.reason}</bdi>
        </Text>
      </div>
      {closure.may_open && (
        <Button loading={open.isPending} onClick={ask} aria-label={t('closed.openNamed', { place })}>
          {t('closed.open')}
        </Button>
      )}
    </li>
  )
}
