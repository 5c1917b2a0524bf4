import { type Delivery, DeliveryStatus, SentKind } from '@keyhour/contract/webhooks'
import { Anchor, Button, Center, Group, Select, Stack, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { deliveriesQuery, webhooksQuery } from '#web/features/webhooks/api.ts'
import { OutcomeText } from '#web/features/webhooks/outcome-text.tsx'
import { LOG_ID, type LogView, logView } from '#web/features/webhooks/rules.ts'
import { DeliveryBadge } from '#web/features/webhooks/state-badges.tsx'
import classes from '#web/features/webhooks/webhooks.module.css'
import { formatDayAndTime, viewerZone } from '#web/format/time.ts'
import { useView } from '#web/ui/address.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { FactCards } from '#web/ui/fact-cards.tsx'
import { useIsPhone } from '#web/ui/phone.ts'
import { QueryView } from '#web/ui/query-view.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

type Props = { onOpen: (id: number) => void }

/** Not shown before there is a webhook, unless there are deliveries of deleted ones. */
export function DeliveryLog({ onOpen }: Props) {
  const { t } = useTranslation('webhooks')
  const [view, changeView] = useView(logView)
  const log = useInfiniteQuery(deliveriesQuery(view))
  const isFiltered = Object.values(view).some((value) => value !== undefined)
  const isEmpty = log.data?.pages[0]?.length === 0
  const { data: webhooks = [] } = useQuery(webhooksQuery)
  if (webhooks.length === 0 && !isFiltered && !log.data?.pages[0]?.length) return null
  return (
    <section id={LOG_ID}>
      <Stack gap="md">
        <Title order={2} size="h3">
          {t('log.title')}
        </Title>
        {(isFiltered || !isEmpty) && <Filters view={view} onChange={changeView} />}
        <QueryView
          shape="list"
          query={log}
          loading={t('log.loading')}
          isEmpty={({ pages }) => pages[0]?.length === 0}
          empty={isFiltered ? t('log.noneMatch') : <SoftText>{t('log.none')}</SoftText>}
        >
          {({ pages }) => (
            <>
              <Deliveries deliveries={pages.flat()} onOpen={onOpen} />
              {log.hasNextPage && (
                <Center>
                  <Button onClick={() => void log.fetchNextPage()} loading={log.isFetchingNextPage}>
                    {t('log.older')}
                  </Button>
                </Center>
              )}
            </>
          )}
        </QueryView>
      </Stack>
    </section>
  )
}

type FilterProps = { view: LogView; onChange: (change: Partial<LogView>) => void }

function Filters({ view, onChange }: FilterProps) {
  const { t } = useTranslation('webhooks')
  const webhooks = useQuery(webhooksQuery).data ?? []
  return (
    <Group gap="md" className={classes.filters}>
      <Select
        label={t('log.webhook')}
        placeholder={t('log.all')}
        data={webhooks.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={view.webhook_id === undefined ? null : String(view.webhook_id)}
        onChange={(id) => onChange({ webhook_id: id === null ? undefined : Number(id) })}
        clearable
      />
      <Select
        label={t('log.status')}
        placeholder={t('log.all')}
        data={DeliveryStatus.options.map((status) => ({ value: status, label: t(`status.${status}`) }))}
        value={view.status ?? null}
        onChange={(status) => onChange({ status: (status as DeliveryStatus | null) ?? undefined })}
        clearable
      />
      <Select
        label={t('log.kind')}
        placeholder={t('log.all')}
        data={SentKind.options.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
        value={view.kind ?? null}
        onChange={(kind) => onChange({ kind: (kind as SentKind | null) ?? undefined })}
        clearable
      />
    </Group>
  )
}

const deliveryNameId = (id: number): string => `delivery-${id}`

function Deliveries({ deliveries, onOpen }: { deliveries: Delivery[] } & Props) {
  const { t } = useTranslation('webhooks')
  const isPhone = useIsPhone()
  const kind: Column<Delivery> = {
    key: 'kind',
    heading: t('column.kind'),
    cell: ({ id, kind }) => (
      <Anchor component="button" size="sm" id={deliveryNameId(id)} onClick={() => onOpen(id)}>
        {t(`kind.${kind}`)}
      </Anchor>
    ),
  }
  const facts: Column<Delivery>[] = [
    {
      key: 'at',
      heading: t('column.at'),
      cell: ({ created_at }) => formatDayAndTime(created_at, viewerZone()),
    },
    { key: 'webhook', heading: t('column.webhook'), cell: ({ webhook_name }) => <bdi>{webhook_name}</bdi> },
    { key: 'status', heading: t('column.state'), cell: (delivery) => <DeliveryBadge delivery={delivery} /> },
    { key: 'outcome', heading: t('column.answer'), cell: (delivery) => <OutcomeText delivery={delivery} /> },
    { key: 'tries', heading: t('column.tries'), cell: ({ tries }) => tries, numeric: true },
  ]
  const details: Column<Delivery> = {
    key: 'details',
    heading: t('column.actions'),
    cell: ({ id }) => (
      <Button size="xs" aria-describedby={deliveryNameId(id)} onClick={() => onOpen(id)}>
        {t('log.details')}
      </Button>
    ),
  }
  if (isPhone)
    return <FactCards label={t('log.title')} rows={deliveries} name={kind} facts={facts} actions={details} />
  return (
    <DataTable
      caption={t('log.title')}
      columns={[kind, ...facts]}
      rows={deliveries}
      rowKey={(delivery) => delivery.id}
    />
  )
}
