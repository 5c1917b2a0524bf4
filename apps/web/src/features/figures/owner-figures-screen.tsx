import type { Figures, SpaceFigures } from '@keyhour/contract/figures'
import { highestFirst, type InsightMeasure, measured } from '@keyhour/contract/insight'
import type { Currency } from '@keyhour/contract/primitives'
import { Button, Group, Select, Stack, Text, Title } from '@mantine/core'
import { IconTable } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { figuresQuery } from '#web/features/figures/api.ts'
import classes from '#web/features/figures/figures.module.css'
import { compareAt, figuresView, monthAt, sumSpaces } from '#web/features/figures/rules.ts'
import { BarList } from '#web/features/insight/bar-list.tsx'
import { ChangeText } from '#web/features/insight/change-text.tsx'
import { ComparedBars } from '#web/features/insight/compared-bars.tsx'
import { HeadlineTotals } from '#web/features/insight/headline-totals.tsx'
import { measureText } from '#web/features/insight/measure-text.ts'
import { TotalsTable } from '#web/features/insight/totals-table.tsx'
import { useOwnedOffices } from '#web/features/owners/api.ts'
import { formatMonth } from '#web/format/time.ts'
import ordersArt from '#web/pictures/empty-orders.svg'
import { localPlace } from '#web/texts/local-place.ts'
import { useView } from '#web/ui/address.ts'
import { Message } from '#web/ui/message.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryView } from '#web/ui/query-view.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

export function OwnerFiguresScreen() {
  // Also loads the texts of the parts of Insight.
  const { t } = useTranslation(['figures', 'insight'])
  const { office } = useOwnedOffices()
  const [view] = useView(figuresView)
  const figures = useQuery(figuresQuery(view.currency ?? office.currency))
  const ofOffice = ({ spaces }: Figures) => spaces.filter(({ office_id }) => office_id === office.id)
  return (
    <Page title={t('title')} wide>
      <Stack gap="md">
        <Text c="dimmed">{t('intro')}</Text>
        <QueryView
          shape="chart"
          query={figures}
          loading={t('loading')}
          isEmpty={(found) => ofOffice(found).length === 0}
          empty={<Message art={ordersArt} title={t('none')} />}
        >
          {(found) => <Content figures={found} spaces={ofOffice(found)} />}
        </QueryView>
      </Stack>
    </Page>
  )
}

type Props = { figures: Figures; spaces: SpaceFigures[] }

function Content({ figures, spaces }: Props) {
  const { t } = useTranslation('figures')
  const [{ month, measure }, changeView] = useView(figuresView)
  const { months, currency } = figures
  const at = monthAt(figures, month)
  const sums = sumSpaces(spaces, months)
  const isRunning = at === months.length - 1
  return (
    <Stack gap="md">
      <Choices figures={figures} chosen={months[at]!} />
      <SoftText role="status">
        {t('compared', { month: formatMonth(months[at]!), before: formatMonth(months[at - 1]!) })}
        {isRunning && ` ${t('running')}`}
      </SoftText>
      <HeadlineTotals
        insight={{ total: compareAt(sums, at), currency, currencies: figures.currencies }}
        measure={measure}
        onMeasure={(next) => changeView({ measure: next })}
      />
      <FigureCard
        title={t('byMonth')}
        chart={
          <ComparedBars
            bars={months.slice(1).map((one, index) => ({
              at: formatMonth(one),
              [one === months[at] ? 'main' : 'other']: measured(measure, sums[index + 1]!),
            }))}
            names={{ main: t('thisMonth'), other: t('otherMonths') }}
            isOneEach
            measure={measure}
            currency={currency}
            label={t('byMonth')}
          />
        }
        table={
          <TotalsTable
            caption={t('byMonth')}
            heading={t('month')}
            currency={currency}
            rows={months
              .map((name, index) => ({ key: name, name: formatMonth(name), index }))
              .slice(1)
              .map(({ index, ...row }) => ({ ...row, ...compareAt(sums, index) }))}
          />
        }
      />
      <BySpace spaces={spaces} at={at} measure={measure} currency={currency} />
    </Stack>
  )
}

function Choices({ figures, chosen }: { figures: Figures; chosen: string }) {
  const { t } = useTranslation('figures')
  const [, changeView] = useView(figuresView)
  const { months, currencies, currency } = figures
  return (
    <div className={classes.fields}>
      <Select
        label={t('month')}
        data={months
          .slice(1)
          .reverse()
          .map((month) => ({ value: month, label: formatMonth(month) }))}
        value={chosen}
        onChange={(month) => month && changeView({ month })}
        allowDeselect={false}
      />
      {currencies.length > 1 && (
        <Select
          label={t('currency')}
          data={currencies}
          value={currency}
          onChange={(next) => next && changeView({ currency: next as Currency })}
          allowDeselect={false}
        />
      )}
    </div>
  )
}

type SpaceProps = { spaces: SpaceFigures[]; at: number; measure: InsightMeasure; currency: Currency }

function BySpace({ spaces, at, measure, currency }: SpaceProps) {
  const { t } = useTranslation('figures')
  const nameOf = ({ space_name, space_name_he }: SpaceFigures) =>
    space_name === null ? t('wholeOffice') : localPlace({ name: space_name, name_he: space_name_he }).name
  const rows = highestFirst(
    spaces.map((space) => ({
      key: space.sub_office_id ?? 0,
      name: nameOf(space),
      ...compareAt(space.totals, at),
    })),
    measure,
  )
  const bars = rows.map(({ key, name, ...compared }) => {
    const [now, before] = [measured(measure, compared.now), measured(measure, compared.before)]
    return {
      key,
      name,
      now,
      before,
      text: measureText(measure, now, currency),
      change: <ChangeText measure={measure} now={now} before={before} currency={currency} />,
    }
  })
  return (
    <FigureCard
      title={t('bySpace')}
      chart={<BarList bars={bars} label={t('bySpace')} />}
      table={<TotalsTable caption={t('bySpace')} heading={t('space')} currency={currency} rows={rows} />}
    />
  )
}

function FigureCard({ title, chart, table }: { title: string; chart: ReactNode; table: ReactNode }) {
  const { t } = useTranslation('figures')
  const [isTable, setTable] = useState(false)
  const heading = useId()
  return (
    <section className={classes.card} aria-labelledby={heading}>
      <Group justify="space-between" gap="sm" mb="md">
        <Title order={2} size="h4" id={heading}>
          {title}
        </Title>
        <Button
          size="sm"
          leftSection={<IconTable aria-hidden size={16} />}
          aria-pressed={isTable}
          aria-describedby={heading}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? t('showChart') : t('showTable')}
        </Button>
      </Group>
      {isTable ? table : chart}
    </section>
  )
}
