import type { AdminPayment } from '@keyhour/contract/payments'
import { Anchor, Group, Select, Stack, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useAdminChanges } from '#web/api/live.ts'
import { ALL_PAYMENTS, allPaymentsQuery } from '#web/features/payments/api.ts'
import { PaymentEntry } from '#web/features/payments/payment-entry.tsx'
import classes from '#web/features/payments/payments.module.css'
import { FILTERS, PAYMENT_LISTS, paymentsView } from '#web/features/payments/rules.ts'
import { useView } from '#web/ui/address.ts'
import { PagedList } from '#web/ui/paged-list.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'

/** Payments of all users; open invoices come first in the choice, because somebody waits for them. */
export function PaymentsTab() {
  const { t } = useTranslation('payments')
  const [view, changeView] = useView(paymentsView)
  const { list, ...page } = view
  const payments = useQuery(allPaymentsQuery({ ...page, ...FILTERS[list] }))
  const queryClient = useQueryClient()
  useAdminChanges('payments', () => void queryClient.invalidateQueries({ queryKey: ALL_PAYMENTS }))
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={1} size="h2">
          {t('admin.title')}
        </Title>
        <Anchor component={Link} to="/admin/companies">
          {t('admin.companies')}
        </Anchor>
      </Group>
      <div className={classes.filters}>
        <Select
          label={t('admin.show')}
          data={PAYMENT_LISTS.map((list) => ({ value: list, label: t(`admin.list.${list}`) }))}
          value={list}
          onChange={(next) => next && changeView({ list: next })}
          allowDeselect={false}
        />
        <SearchBox
          aria-label={t('admin.searchLabel')}
          placeholder={t('admin.search')}
          q={view.q}
          onSearch={(q) => changeView({ q }, { replace: true })}
        />
      </div>
      <PagedList
        query={payments}
        view={view}
        onView={changeView}
        failure={t('admin.failed')}
        empty={t(`admin.none.${list}`)}
        found={(count) => t('admin.found', { count })}
      >
        {(rows: AdminPayment[]) => (
          <ul className={classes.list} data-lined aria-label={t('admin.title')}>
            {rows.map((payment) => (
              <li key={payment.id} className={classes.row}>
                <PaymentEntry payment={payment} withBuyer />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Stack>
  )
}
