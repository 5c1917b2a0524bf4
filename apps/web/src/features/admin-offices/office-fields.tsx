import { type AdminOffice, MASKED_PASSWORD } from '@keyhour/contract/admin-offices'
import { NoShowRefund } from '@keyhour/contract/no-shows'
import { wallClock } from '@keyhour/contract/office-clock'
import { RentType } from '@keyhour/contract/offices'
import {
  ActionIcon,
  Alert,
  Button,
  Checkbox,
  Code,
  Group,
  Input,
  Select,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { nowMs } from '#web/clock.ts'
import { revealWifiPassword } from '#web/features/admin-offices/api.ts'
import { type OfficeFields, PriceInput, useFields } from '#web/features/admin-offices/form-fields.tsx'
import {
  type InfoRow,
  nightfall,
  OFFICE_PARTS,
  REQUIRED_RATES,
} from '#web/features/admin-offices/form-rules.ts'
import classes from '#web/features/admin-offices/forms.module.css'
import { HolidaysField } from '#web/features/closures/holidays-field.tsx'
import { WeekFields } from '#web/features/closures/week-fields.tsx'
import { formatWallTime } from '#web/format/time.ts'
import { TimeInput } from '#web/ui/dates/time-input.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { FieldGrid } from '#web/ui/field-grid.tsx'
import { failureOf, translated } from '#web/ui/form-errors.ts'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

export function HoursFields({ form }: OfficeFields) {
  const { t } = useTranslation('admin-offices')
  const field = useFields(form)
  const { around_the_clock, open_hours, close_hours, time_zone } = form.values
  return (
    <>
      <Checkbox
        {...form.getInputProps('around_the_clock', { type: 'checkbox' })}
        label={t('form.aroundTheClock')}
        description={t('form.hint.aroundTheClock')}
      />
      {!around_the_clock && (
        <>
          <FieldGrid>
            <TimeInput {...field('open_hours')} isClearable />
            <TimeInput {...field('close_hours')} isClearable />
          </FieldGrid>
          {open_hours && close_hours && (
            <SoftText role="status">
              {t(`form.nightfall.${nightfall(open_hours, close_hours)}`, {
                open: formatWallTime(open_hours),
                close: formatWallTime(close_hours),
              })}
            </SoftText>
          )}
        </>
      )}
      <WeekFields
        {...form.getInputProps('week_hours')}
        value={form.values.week_hours}
        everyDay={around_the_clock ? NO_HOURS : { open_hours, close_hours }}
      />
      <HolidaysField
        {...form.getInputProps('holidays')}
        value={form.values.holidays}
        today={wallClock(nowMs(), time_zone).date}
      />
    </>
  )
}

const NO_HOURS = { open_hours: '', close_hours: '' }

export const AMENITIES = ['wifi', 'printer', 'parking', 'kitchen'] as const

export function AmenitiesFields({ form }: OfficeFields) {
  const { t } = useTranslation('admin-offices')
  return (
    <FieldGrid>
      {AMENITIES.map((amenity) => (
        <Checkbox
          key={amenity}
          {...form.getInputProps(`amenities.${amenity}`, { type: 'checkbox' })}
          label={t(`form.amenity.${amenity}`)}
        />
      ))}
    </FieldGrid>
  )
}

export function WifiFields({ form, office }: OfficeFields & { office: AdminOffice | null }) {
  const field = useFields(form)
  return (
    <>
      <FieldGrid>
        <TextInput {...field('wifi_name')} autoComplete="off" dir="auto" />
        <WifiPasswordField form={form} office={office} />
      </FieldGrid>
      <Textarea {...field('printer_instructions')} rows={3} dir="auto" />
    </>
  )
}

/** The stored password is kept until the admin types another. */
function WifiPasswordField({ form, office }: OfficeFields & { office: AdminOffice | null }) {
  const { t } = useTranslation('admin-offices')
  const field = useFields(form)
  const hasStored = Boolean(office?.wifi_password)
  const typed = form.values.wifi_password
  const unchanged = hasStored ? null : ''
  const set = (password: string | null) => form.setFieldValue('wifi_password', password)
  const isRemoved = hasStored && typed === ''
  return (
    <div>
      <PasswordInput
        {...field('wifi_password')}
        value={typed ?? ''}
        onChange={(event) => set(event.currentTarget.value || unchanged)}
        autoComplete="new-password"
        {...(typed === null && { placeholder: MASKED_PASSWORD, description: t('form.hint.password') })}
        {...(isRemoved && { description: t('form.hint.passwordGoes') })}
      />
      {office && hasStored && (
        <Group gap="xs" mt="xs">
          {isRemoved ? (
            <Button size="xs" onClick={() => set(null)}>
              {t('form.keepPassword')}
            </Button>
          ) : (
            <>
              <StoredPassword officeId={office.id} />
              <Button size="xs" onClick={() => set('')}>
                {t('form.removePassword')}
              </Button>
            </>
          )}
        </Group>
      )}
    </div>
  )
}

/** Fetched only on request, because each view is written to the audit log. */
function StoredPassword({ officeId }: { officeId: number }) {
  const { t } = useTranslation('admin-offices')
  const reveal = useMutation({ mutationFn: () => revealWifiPassword(officeId) })
  if (!reveal.data)
    return (
      <>
        <FailureAlert text={failureOf(reveal.error)} />
        <Button size="xs" loading={reveal.isPending} onClick={() => reveal.mutate()}>
          {t('form.showPassword')}
        </Button>
      </>
    )
  return (
    <>
      <Text size="sm" role="status">
        {t('form.storedPassword')}{' '}
        <Code dir="ltr">{reveal.data.wifi_password ?? t('form.unreadablePassword')}</Code>
      </Text>
      <Button size="xs" onClick={reveal.reset}>
        {t('form.hidePassword')}
      </Button>
    </>
  )
}

export function VisibilityFields({ form }: OfficeFields) {
  const { t } = useTranslation('admin-offices')
  const field = useFields(form)
  return OFFICE_PARTS.visibility.map((flag) => (
    <Checkbox
      key={flag}
      {...field(flag)}
      {...form.getInputProps(flag, { type: 'checkbox' })}
      description={t(`form.flag.${flag}`)}
    />
  ))
}

export function BookingRulesFields({ form }: OfficeFields) {
  const { t } = useTranslation('admin-offices')
  const field = useFields(form)
  return (
    <FieldGrid>
      {OFFICE_PARTS.booking.map((rule) => (
        <TextInput
          key={rule}
          {...field(rule)}
          description={t(`form.rule.${rule}`)}
          inputMode="numeric"
          autoComplete="off"
        />
      ))}
    </FieldGrid>
  )
}

export function NoShowFields({ form }: OfficeFields) {
  const { t } = useTranslation('admin-offices')
  const field = useFields(form)
  const isOff = form.values.no_show_minutes.trim() === ''
  return (
    <>
      <SoftText>{t('form.hint.noShows')}</SoftText>
      <FieldGrid>
        <TextInput
          {...field('no_show_minutes')}
          description={t('form.rule.no_show_minutes')}
          placeholder={t('form.off')}
          inputMode="numeric"
          autoComplete="off"
        />
        <Select
          {...field('no_show_refund')}
          description={t('form.rule.no_show_refund')}
          data={NoShowRefund.options.map((value) => ({ value, label: t(`form.noShowRefund.${value}`) }))}
          allowDeselect={false}
          disabled={isOff}
        />
      </FieldGrid>
    </>
  )
}

export function WholePricesFields({ form, office }: OfficeFields & { office: AdminOffice | null }) {
  const { t } = useTranslation('admin-offices')
  const field = useFields(form)
  const spaces = office?.sub_offices.filter(({ deleted_at }) => deleted_at === null).length ?? 0
  return (
    <>
      <Alert color="gray" variant="light">
        {spaces > 0 ? t('form.hasSpaces', { count: spaces }) : t('form.rentedWhole')}
      </Alert>
      <FieldGrid>
        <Select
          {...field('rent_type')}
          data={RentType.options.map((value) => ({ value, label: t(`form.rent.${value}`) }))}
          allowDeselect={false}
        />
        {([...REQUIRED_RATES, 'price_per_month'] as const).map((price) => (
          <PriceInput key={price} {...field(price)} currency={form.values.currency} />
        ))}
      </FieldGrid>
    </>
  )
}

type InfoProps = {
  value?: InfoRow[]
  error?: ReactNode
  onChange: (change: (rows: InfoRow[]) => InfoRow[]) => void
}

export function InfoFields({ value: rows = [], error, onChange: setRows }: InfoProps) {
  const { t } = useTranslation('admin-offices')
  const adding = useRef<HTMLButtonElement>(null)
  const edit = (id: string, change: Partial<InfoRow>) =>
    setRows((rows) => rows.map((row) => (row.id === id ? { ...row, ...change } : row)))

  function remove(id: string) {
    setRows((rows) => rows.filter((row) => row.id !== id))
    adding.current?.focus()
  }

  return (
    <>
      <SoftText>{t('form.hint.info')}</SoftText>
      {rows.length > 0 && (
        <ul className={classes.infoRows}>
          {rows.map(({ id, key, value }, at) => (
            <li key={id} className={classes.infoRow}>
              <TextInput
                label={t('form.infoKey')}
                value={key}
                onChange={(event) => edit(id, { key: event.currentTarget.value })}
                autoComplete="off"
                dir="auto"
                autoFocus={key === '' && value === ''}
                {...(at === 0 && { 'data-path': 'additional_info' })}
              />
              <TextInput
                label={t('form.infoValue')}
                value={value}
                onChange={(event) => edit(id, { value: event.currentTarget.value })}
                autoComplete="off"
                dir="auto"
              />
              <ActionIcon
                size="lg"
                aria-label={t('form.removeInfo', { key: key || String(at + 1) })}
                onClick={() => remove(id)}
              >
                <IconTrash aria-hidden size={18} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {error && <Input.Error>{translated(error)}</Input.Error>}
      <div>
        <Button
          ref={adding}
          leftSection={<IconPlus aria-hidden size={18} />}
          onClick={() => setRows((rows) => [...rows, { id: crypto.randomUUID(), key: '', value: '' }])}
        >
          {t('form.addInfo')}
        </Button>
      </div>
    </>
  )
}
