import type { AdminOffice } from '@keyhour/contract/admin-offices'
import { RentType } from '@keyhour/contract/offices'
import { Alert, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type OfficeFields, useFields } from '#web/features/admin-offices/form-fields.ts'
import classes from '#web/features/admin-offices/forms.module.css'
import { PriceInput } from '#web/features/admin-offices/price-input.tsx'

const RULES = [
  'free_cancel_hours',
  'free_cancel_minutes_after_booking',
  'late_cancel_refund_percent',
  'cleaning_buffer_minutes',
] as const

/** What holds for every order of the office. */
export function BookingRulesFields({ form }: OfficeFields) {
  const { t } = useTranslation('admin-offices')
  const field = useFields(form)
  return (
    <div className={classes.fields}>
      {RULES.map((rule) => (
        <TextInput
          key={rule}
          {...field(rule)}
          description={t(`form.rule.${rule}`)}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          inputMode="numeric"
          autoComplete="off"
        />
      ))}
    </div>
  )
}

const PRICES = ['price_per_hour', 'price_per_day', 'price_per_week', 'price_per_month'] as const

/** What is asked for an office that is rented whole. */
export function WholePricesFields({ form, office }: OfficeFields & { office: AdminOffice | null }) {
  const { t } = useTranslation('admin-offices')
  const field = useFields(form)
  const spaces = office?.sub_offices.filter(({ deleted_at }) => deleted_at === null).length ?? 0
  return (
    <>
      <Alert color="gray" variant="light">
        {spaces > 0 ? t('form.hasSpaces', { count: spaces }) : t('form.rentedWhole')}
      </Alert>
      <div className={classes.fields}>
        <Select
          {...field('rent_type')}
          data={RentType.options.map((value) => ({ value, label: t(`form.rent.${value}`) }))}
          allowDeselect={false}
        />
        {PRICES.map((price) => (
          <PriceInput key={price} {...field(price)} currency={form.values.currency} />
        ))}
      </div>
    </>
  )
}
