import { type Statement, shownNumber } from '@keyhour/contract/statements'
import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { STATE_COLOR, wordsOf } from '#web/features/statements/rules.ts'
import { formatDay } from '#web/format/time.ts'

export function PayoutBadge({ statement }: { statement: Statement }) {
  const { t } = useTranslation('statements')
  const { office_id, carried_to, payout } = statement
  const { state, date } = payout
  return (
    <Badge color={STATE_COLOR[state]} tt="none">
      {carried_to === null
        ? t(`payout.${wordsOf(statement, state)}`, {
            day: date === null ? '' : formatDay(`${date}T00:00:00Z`, 'UTC'),
          })
        : t('payout.carriedTo', { number: shownNumber({ office_id, number: carried_to }) })}
    </Badge>
  )
}
