import { Button, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/all-orders/all-orders.module.css'
import {
  type ActiveFilter,
  activeFilters,
  type Filters,
  withoutFilter,
} from '#web/features/all-orders/rules.ts'
import { formatDay } from '#web/format/time.ts'

type Props = { filters: Filters; onRemove: (change: Partial<Filters>) => void }

export function ActiveFilters({ filters, onRemove }: Props) {
  const { t } = useTranslation('admin-orders')
  const active = activeFilters(filters)
  return (
    <div className={classes.active}>
      <Text span size="sm" c="dimmed" id="active-filters">
        {t('filters.active')}
      </Text>
      {active.length === 0 ? (
        <Text span size="sm">
          {t('filters.none')}
        </Text>
      ) : (
        <ul className={classes.chips} aria-labelledby="active-filters">
          {active.map((name) => {
            const filter = wordsFor(name, filters, t)
            return (
              <li key={name}>
                <Button
                  size="compact-sm"
                  variant="light"
                  color="gray"
                  className={classes.chip}
                  rightSection={<IconX aria-hidden size={16} />}
                  aria-label={t('filters.remove', { filter })}
                  onClick={() => onRemove(withoutFilter(name))}
                >
                  <bdi>{filter}</bdi>
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

const dayText = (date: string) => formatDay(`${date}T00:00Z`, 'UTC')

function wordsFor(name: ActiveFilter, filters: Filters, t: TFunction<'admin-orders'>): string {
  const { from, to, date_type, payment_status } = filters
  if (name === 'range')
    return t('filters.between', {
      what: t(`filters.${date_type}`),
      from: dayText(from ?? ''),
      to: dayText(to ?? ''),
    })
  if (name === 'payment_status')
    return t('filters.is', {
      what: t('filters.paymentStatus'),
      value: payment_status && t(`payment.${payment_status}`),
    })
  return t('filters.is', { what: t(`column.${name}`), value: filters[name] })
}
