import { type Insight, measured } from '@keyhour/contract/insight'
import { Text, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ChangeText } from '#web/features/insight/change-text.tsx'
import classes from '#web/features/insight/insight.module.css'
import { measureText } from '#web/features/insight/measure-text.ts'
import { MEASURES, type Measure } from '#web/features/insight/rules.ts'
import { formatCount } from '#web/format/share.ts'

type Props = {
  insight: Pick<Insight, 'total' | 'currency' | 'currencies'>
  measure: Measure
  onMeasure: (measure: Measure) => void
}

/** The four measures; the charts below show the one that is pressed. */
export function HeadlineTotals({ insight: { total, currency, currencies }, measure, onMeasure }: Props) {
  const { t } = useTranslation('insight')
  return (
    <fieldset className={classes.headline}>
      <legend className={classes.legend}>
        <span className={classes.onScreen}>{t('chooseMeasure')} </span>
        <bdi>
          {t(currencies.length > 1 ? 'ordersCharged' : 'ordersInAll', {
            count: total.now.orders,
            shown: formatCount(total.now.orders),
            currency,
          })}
        </bdi>
      </legend>
      {MEASURES.map((name) => {
        const [now, before] = [measured(name, total.now), measured(name, total.before)]
        return (
          <UnstyledButton
            key={name}
            className={classes.figure}
            aria-pressed={name === measure}
            onClick={() => onMeasure(name)}
          >
            <Text component="span" size="sm" c="dimmed" className={classes.figureName}>
              {t(`measure.${name}`)}
            </Text>
            <bdi className={classes.figureValue}>{measureText(name, now, currency)}</bdi>
            <ChangeText measure={name} now={now} before={before} currency={currency} />
          </UnstyledButton>
        )
      })}
    </fieldset>
  )
}
