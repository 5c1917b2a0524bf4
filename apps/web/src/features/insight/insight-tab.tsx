import { HOME_TIME_ZONE } from '@keyhour/contract/all-orders'
import { wallClock } from '@keyhour/contract/office-clock'
import { Button, Group, Stack, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { nowMs } from '#web/clock.ts'
import { insightQuery } from '#web/features/insight/api.ts'
import { CountedNote } from '#web/features/insight/counted-note.tsx'
import { HeadlineTotals } from '#web/features/insight/headline-totals.tsx'
import classes from '#web/features/insight/insight.module.css'
import { InsightCharts } from '#web/features/insight/insight-charts.tsx'
import { InsightControls } from '#web/features/insight/insight-controls.tsx'
import { rangeText } from '#web/features/insight/period-text.ts'
import { insightView, isEmpty, periodProblem, questionOf } from '#web/features/insight/rules.ts'
import ordersArt from '#web/pictures/empty-orders.svg'
import { serverText } from '#web/texts/i18n.ts'
import { useView } from '#web/ui/address.ts'
import { Message } from '#web/ui/message.tsx'
import { QueryView } from '#web/ui/query-view.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

/** Totals change slowly, so going back and forth does not load them again. */
const FRESH_MS = 60_000

export function InsightTab() {
  const { t } = useTranslation('insight')
  const { date: today } = wallClock(nowMs(), HOME_TIME_ZONE)
  const [view, changeView] = useView(insightView)
  const question = questionOf(view, today)
  const problem = periodProblem(view, today)
  const insight = useQuery({ ...insightQuery(question), staleTime: FRESH_MS })
  const { data } = insight

  return (
    <Stack gap="md" className={classes.root}>
      <Group justify="space-between" gap="sm">
        <div>
          <Title order={1} size="h2">
            {t('title')}
          </Title>
          {data && (
            <SoftText role="status">
              {t('compared', { range: rangeText(data.range), before: rangeText(data.before) })}
            </SoftText>
          )}
        </div>
        <Button
          className={classes.onScreen}
          leftSection={<IconPrinter aria-hidden size={18} />}
          onClick={() => window.print()}
        >
          {t('print')}
        </Button>
      </Group>
      <InsightControls
        view={view}
        today={today}
        currencies={data?.currencies ?? []}
        currency={data?.currency}
        onView={changeView}
      />
      {question === undefined && data === undefined ? (
        <Message title={problem ? serverText(problem) : t('chooseDays')} />
      ) : (
        <QueryView
          shape="chart"
          query={insight}
          loading={t('loading')}
          failure={({ message }) => t('failed', { message: serverText(message) })}
          isEmpty={({ total }) => isEmpty(total)}
          empty={<Message art={ordersArt} title={t('none')} text={t('noneText')} />}
        >
          {(found) => (
            <div className={classes.found} data-old={insight.isPlaceholderData || undefined}>
              <HeadlineTotals
                insight={found}
                measure={view.measure}
                onMeasure={(measure) => changeView({ measure })}
              />
              <InsightCharts insight={found} question={question} measure={view.measure} />
            </div>
          )}
        </QueryView>
      )}
      <CountedNote />
    </Stack>
  )
}
