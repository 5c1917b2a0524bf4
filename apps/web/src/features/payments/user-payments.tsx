import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allPaymentsQuery } from '#web/features/payments/api.ts'
import { PaymentEntry } from '#web/features/payments/payment-entry.tsx'
import classes from '#web/features/payments/payments.module.css'
import { Pager } from '#web/ui/pager.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

const PAGE_SIZE = 10

/** The purchases of one user, for admins. */
export function UserPayments({ id }: { id: number }) {
  const { t } = useTranslation('payments')
  const [page, setPage] = useState(1)
  const payments = useQuery(allPaymentsQuery({ page, page_size: PAGE_SIZE, user_id: id }))
  return (
    <QueryView
      shape="list"
      query={payments}
      isEmpty={({ total }) => total === 0}
      empty={<p className={classes.none}>{t('admin.noneOfUser')}</p>}
    >
      {({ rows, total }) => (
        <Stack gap="md">
          <ul className={classes.entries} aria-label={t('admin.title')}>
            {rows.map((payment) => (
              <li key={payment.id} className={classes.entry}>
                <PaymentEntry payment={payment} />
              </li>
            ))}
          </ul>
          <Pager total={total} page={page} pageSize={PAGE_SIZE} onTurn={setPage} />
        </Stack>
      )}
    </QueryView>
  )
}
