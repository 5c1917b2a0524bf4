import { UsageBy, type UsageRow } from '@keyhour/contract/business-credits'
import { Anchor, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { usageQuery } from '#web/features/businesses/api.ts'
import classes from '#web/features/businesses/businesses.module.css'
import { useCompany } from '#web/features/businesses/company-frame.tsx'
import { monthsOffered, type UsageView, usageAddress } from '#web/features/businesses/rules.ts'
import { formatMoney } from '#web/format/money.ts'
import { formatCount } from '#web/format/share.ts'
import { formatMonth } from '#web/format/time.ts'
import { serverText } from '#web/texts/i18n.ts'
import { localPlace, spaceAndOffice } from '#web/texts/local-place.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { SMALLEST_PAGE } from '#web/ui/list-view.ts'
import { Message } from '#web/ui/message.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { useIsPhone } from '#web/ui/phone.ts'
import { QueryView } from '#web/ui/query-view.tsx'

type Props = { view: UsageView; onView: (change: Partial<UsageView>) => void; thisMonth: string }

const BACKWARDS = 'Should not be before the first month'

export function UsageReport({ view, onView, thisMonth }: Props) {
  const { t } = useTranslation('businesses')
  const company = useCompany()
  const isBackwards = view.from > view.to
  const usage = useQuery({ ...usageQuery(company.id, view), enabled: !isBackwards })
  return (
    <Stack gap="md">
      <Controls view={view} onView={onView} thisMonth={thisMonth} />
      <Text size="sm" c="dimmed">
        {t('usage.note')}
      </Text>
      {isBackwards ? (
        <Message title={serverText(BACKWARDS)} />
      ) : (
        <QueryView
          shape="table"
          query={usage}
          loading={t('usage.loading')}
          isEmpty={({ total }) => total === 0}
          empty={<p className={classes.none}>{t('usage.none')}</p>}
        >
          {({ rows: { spent, orders, rows }, total }) => (
            <>
              <Text fw={600} role="status">
                {t('usage.total', {
                  count: orders,
                  number: formatCount(orders),
                  spent: formatMoney(spent, company.currency),
                })}
              </Text>
              <Rows rows={rows} by={view.by} />
              <Pager
                total={total}
                page={view.page}
                pageSize={view.page_size}
                onTurn={(page) => onView({ page })}
                // As in other lists, there is nothing to choose where one page of any size holds them all.
                {...(total > SMALLEST_PAGE && { onResize: (page_size: number) => onView({ page_size }) })}
              />
            </>
          )}
        </QueryView>
      )}
    </Stack>
  )
}

function Controls({ view, onView, thisMonth }: Props) {
  const { t } = useTranslation('businesses')
  const { created_at } = useCompany()
  const months = monthsOffered(created_at.slice(0, 7), thisMonth, [view.from, view.to]).map((month) => ({
    value: month,
    label: formatMonth(month),
  }))
  const monthSelect = (name: 'from' | 'to') => (
    <Select
      label={t(`usage.${name}`)}
      data={months}
      value={view[name]}
      onChange={(month) => month && onView({ [name]: month })}
      allowDeselect={false}
      maxDropdownHeight={240}
    />
  )
  return (
    <div className={classes.controls}>
      {monthSelect('from')}
      {monthSelect('to')}
      <Select
        label={t('usage.by')}
        data={UsageBy.options.map((by) => ({ value: by, label: t(`usage.heading.${by}`) }))}
        value={view.by}
        onChange={(by) => by && onView({ by })}
        allowDeselect={false}
      />
    </div>
  )
}

const keyOf = (row: UsageRow): string =>
  [row.user_id, row.month, row.office_id, row.office, row.sub_office].join(' ')

/** A table, or a list on a phone. */
function Rows({ rows, by }: { rows: UsageRow[]; by: UsageBy }) {
  const { t } = useTranslation('businesses')
  const { currency } = useCompany()
  const isPhone = useIsPhone()
  if (isPhone)
    return (
      <ul className={classes.rows} aria-label={t('part.usage')}>
        {rows.map((row) => (
          <li key={keyOf(row)} className={classes.row}>
            <Name row={row} by={by} />
            <div className={classes.sums}>
              {formatMoney(row.spent, currency)}
              <Text size="sm" c="dimmed">
                {t('usage.count', { count: row.orders, number: formatCount(row.orders) })}
              </Text>
            </div>
          </li>
        ))}
      </ul>
    )
  const columns: Column<UsageRow>[] = [
    { key: 'name', heading: t(`usage.heading.${by}`), cell: (row) => <Name row={row} by={by} /> },
    {
      key: 'orders',
      heading: t('usage.orders'),
      cell: ({ orders }) => formatCount(orders),
      numeric: true,
    },
    {
      key: 'spent',
      heading: t('usage.spent'),
      cell: ({ spent }) => formatMoney(spent, currency),
      numeric: true,
    },
  ]
  return <DataTable caption={t('part.usage')} columns={columns} rows={rows} rowKey={keyOf} />
}

function Name({ row, by }: { row: UsageRow; by: UsageBy }) {
  const { t } = useTranslation('businesses')
  const company = useCompany()
  const [shown] = useSearchParams()
  if (by === 'month') return <bdi>{formatMonth(row.month!)}</bdi>
  if (by === 'space') {
    const { office, sub_office } = localPlace(row)
    return office && spaceAndOffice(sub_office, office)
  }
  return (
    <div className={classes.words}>
      <Anchor component={Link} size="sm" to={usageAddress(company.id, shown, row.user_id!)}>
        <bdi>{row.person_name ?? t('usage.gone')}</bdi>
      </Anchor>
      {row.email && (
        <Text size="sm" c="dimmed">
          <bdi>{row.email}</bdi>
        </Text>
      )}
    </div>
  )
}
