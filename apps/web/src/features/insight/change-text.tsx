import type { Currency } from '@keyhour/contract/primitives'
import { IconArrowDown, IconArrowUp, IconMinus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/insight/insight.module.css'
import { differenceText, NOTHING, percentText } from '#web/features/insight/measure-text.ts'
import { changeOf, isMoney, type Measure } from '#web/features/insight/rules.ts'

const ICONS = { up: IconArrowUp, down: IconArrowDown, same: IconMinus }

type Props = { measure: Measure; now: number | null; before: number | null; currency: Currency }

/** An arrow and a sign, so that colour is not the only difference. */
export function ChangeText({ measure, now, before, currency }: Props) {
  const { t } = useTranslation('insight')
  const change = changeOf(measure, now, before)
  if (!change) return <span className={classes.change}>{NOTHING}</span>
  const Icon = ICONS[change.direction]
  const difference = differenceText(measure, change, currency)
  const percent = isMoney(measure) ? percentText(change) : null
  return (
    <span className={classes.change}>
      <Icon aria-hidden size={14} />
      {/* A flex item that is a bdi itself would align to the left in Hebrew. */}
      <span>
        <bdi>
          {isMoney(measure) ? difference : t('points', { points: difference })}
          {percent !== null && ` (${percent})`}
        </bdi>
      </span>
    </span>
  )
}
