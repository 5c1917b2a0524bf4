import { HOME_TIME_ZONE, OrderDateType } from '@keyhour/contract/all-orders'
import { ShownPayment } from '@keyhour/contract/order-row'
import { Badge, Button, Select, Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconFilter } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActiveFilters } from '#web/features/all-orders/active-filters.tsx'
import classes from '#web/features/all-orders/all-orders.module.css'
import {
  activeFilters,
  type Filters,
  isUntouched,
  NO_FILTERS,
  problemWithRange,
} from '#web/features/all-orders/rules.ts'
import { formatZone } from '#web/format/time.ts'
import type { How } from '#web/ui/address.ts'
import { DateBox } from '#web/ui/date-box.tsx'
import { useIsPhone } from '#web/ui/phone.ts'
import { SearchBox } from '#web/ui/search-box.tsx'

export type FiltersProps = {
  filters: Filters
  onFilter: (change: Partial<Filters>, how?: How) => void
}

export function FiltersPanel({ filters, onFilter }: FiltersProps) {
  const { t } = useTranslation('admin-orders')
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState<boolean>()
  const isShown = isOpen ?? !isPhone
  const fields = useId()
  const toggle = useId()
  const { length: count } = activeFilters(filters)

  function remove(change: Partial<Filters>) {
    onFilter(change)
    // The button is disabled or gone now and loses the focus.
    document.getElementById(toggle)?.focus()
  }

  return (
    <section className={classes.panel} aria-label={t('filters.title')}>
      <div className={classes.panelHead}>
        <UnstyledButton
          id={toggle}
          className={classes.toggle}
          aria-expanded={isShown}
          aria-controls={fields}
          onClick={() => setOpen(!isShown)}
        >
          <IconFilter aria-hidden size={18} />
          {t('filters.title')}
          {count > 0 && (
            <Badge size="md" color="gray" aria-label={t('filters.count', { count })}>
              {count}
            </Badge>
          )}
          <IconChevronDown aria-hidden size={18} className={classes.chevron} />
        </UnstyledButton>
        <ActiveFilters filters={filters} onRemove={remove} />
        <Button onClick={() => remove(NO_FILTERS)} disabled={isUntouched(filters)}>
          {t('filters.reset')}
        </Button>
      </div>
      <div id={fields} hidden={!isShown}>
        <Fields filters={filters} onFilter={onFilter} />
      </div>
    </section>
  )
}

const ALL = ''

function Fields({ filters, onFilter }: FiltersProps) {
  const { t } = useTranslation('admin-orders')
  const note = useId()
  const problem = problemWithRange(filters)
  const day = (name: 'from' | 'to') => ({
    label: t(`filters.${name}`),
    date: filters[name],
    onPick: (date: string | undefined) => onFilter({ [name]: date }, { typedIn: name }),
    'aria-describedby': note,
  })
  const part = (name: 'office' | 'sub_office' | 'user_id') => ({
    label: t(`column.${name}`),
    q: filters[name],
    onSearch: (text: string) => onFilter({ [name]: text }, { typedIn: name }),
  })
  return (
    <>
      <div className={classes.fields}>
        <Select
          label={t('filters.dateType')}
          data={OrderDateType.options.map((value) => ({ value, label: t(`filters.${value}`) }))}
          value={filters.date_type}
          onChange={(chosen) => chosen && onFilter({ date_type: chosen })}
          allowDeselect={false}
        />
        <DateBox {...day('from')} />
        <DateBox {...day('to')} error={problem === 'backwards' && t('filters.backwards')} />
        <SearchBox {...part('office')} />
        <SearchBox {...part('sub_office')} />
        <SearchBox {...part('user_id')} />
        <Select
          label={t('filters.paymentStatus')}
          data={[
            { value: ALL, label: t('filters.allStatuses') },
            ...ShownPayment.options.map((value) => ({ value, label: t(`payment.${value}`) })),
          ]}
          value={filters.payment_status ?? ALL}
          onChange={(chosen) => onFilter({ payment_status: chosen || undefined })}
          allowDeselect={false}
        />
      </div>
      <Text id={note} size="sm" c="dimmed" mt="sm">
        {t('filters.days', { zone: formatZone(HOME_TIME_ZONE) })}{' '}
        {problem === 'half' ? <strong>{t('filters.bothDays')}</strong> : t('filters.bothDays')}
      </Text>
    </>
  )
}
