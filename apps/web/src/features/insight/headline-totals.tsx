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

/** No-shows only where offices release them. */
const measuresOf = ({ now, before }: Insight['total']): readonly Measure[] =>
  MEASURES.filter((name) => name !== 'no_shows' || now.no_shows + before.no_shows > 0)

/** The measures; the charts below show the one that is pressed. */
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
      {measuresOf(total).map((name) => {
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
            {name === 'no_shows' && (
              <Text component="span" size="sm">
                {t('noShowsInAll', { count: total.now.no_shows, shown: formatCount(total.now.no_shows) })}
              </Text>
            )}
            <ChangeText measure={name} now={now} before={before} currency={currency} />
          </UnstyledButton>
        )
      })}
    </fieldset>
  )
}
