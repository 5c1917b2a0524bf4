import type { AdminOffice } from '@keyhour/contract/admin-offices'
import { Badge, Button, Group, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type SubOfficeFields, useFields } from '#web/features/admin-offices/form-fields.tsx'
import classes from '#web/features/admin-offices/forms.module.css'
import {
  type CalendarOptions,
  calendarOptionsQuery,
  type LinkedProvider,
} from '#web/features/calendars/api.ts'
import { serverText } from '#web/texts/i18n.ts'
import { refusalText } from '#web/ui/form-errors.ts'
import { SoftText } from '#web/ui/soft-text.tsx'

const FIELDS = {
  google_calendar_id: 'google',
  google_calendar_room_id: 'google',
  outlook_calendar_id: 'outlook',
  nexudus_resource_id: 'nexudus',
  pickspace_room_id: 'pickspace',
  roo_room_id: 'roo',
} as const
type LinkField = keyof typeof FIELDS

const isConnected = ({ integrations }: AdminOffice, provider: LinkedProvider): boolean =>
  integrations.some((one) => one.provider === provider && one.state !== 'disconnected')

type Props = SubOfficeFields & { office: AdminOffice | null }

/** What a sub-office is linked to. Only services that its office is connected to are asked what they offer. */
export function CalendarLinks({ form, office }: Props) {
  const { t } = useTranslation('calendars')
  if (!office) return null
  const unused = office.google_calendar_type === 'rooms' ? 'google_calendar_id' : 'google_calendar_room_id'
  const fields = (Object.keys(FIELDS) as LinkField[]).filter((field) => field !== unused)
  const connected = fields.filter((field) => isConnected(office, FIELDS[field]))
  const left = fields.filter((field) => !connected.includes(field) && form.values[field] !== '')
  return (
    <Stack gap="md">
      {connected.length === 0 && <SoftText>{t('links.connectFirst')}</SoftText>}
      <div className={classes.fields}>
        {connected.map((name) => (
          <ConnectedLink key={name} form={form} name={name} officeId={office.id} />
        ))}
        {left.map((name) => (
          <Link
            key={name}
            form={form}
            name={name}
            list={{ options: [], failure: t('links.notConnected') }}
            isLoading={false}
          />
        ))}
      </div>
    </Stack>
  )
}

type LinkProps = SubOfficeFields & { name: LinkField }

function ConnectedLink({ form, name, officeId }: LinkProps & { officeId: number }) {
  const { data, error, isPending } = useQuery(calendarOptionsQuery(FIELDS[name], officeId))
  const failed = error && { options: [], failure: refusalText(error) }
  return <Link form={form} name={name} list={data ?? failed ?? NONE} isLoading={isPending} />
}

const NONE: CalendarOptions = { options: [], failure: null }
const COLOR = { linked: 'free', missing: 'danger', unreachable: 'gray' } as const

function stateOf({ options, failure }: CalendarOptions, id: string): keyof typeof COLOR {
  if (failure !== null) return 'unreachable'
  return options.some((one) => one.id === id) ? 'linked' : 'missing'
}

function Link({ form, name, list, isLoading }: LinkProps & { list: CalendarOptions; isLoading: boolean }) {
  const { t } = useTranslation('calendars')
  const { onChange: _typed, ...field } = useFields(form)(name)
  const id = form.values[name]
  const change = (value: string | null) => form.setFieldValue(name, value ?? '')
  const options = list.options.map((one) => ({ value: one.id, label: one.name }))
  const isKnown = id === '' || list.options.some((one) => one.id === id)
  const state = id !== '' && !isLoading ? stateOf(list, id) : undefined
  return (
    <Stack gap={6}>
      <Select
        {...field}
        value={id || null}
        onChange={change}
        data={isKnown ? options : [{ value: id, label: id }, ...options]}
        placeholder={isLoading ? t('links.loading') : t('links.choose')}
        nothingFoundMessage={t('links.nothing')}
        disabled={isLoading || (list.failure !== null && options.length === 0)}
        searchable
        autoComplete="off"
        {...(list.failure !== null && { description: serverText(list.failure) })}
      />
      {state && (
        <Group gap="sm" justify="space-between">
          <Badge color={COLOR[state]}>{t(`links.state.${state}`)}</Badge>
          <Button
            size="compact-sm"
            variant="subtle"
            color="danger"
            aria-label={t('links.unlinkOf', { field: field.label })}
            onClick={() => change(null)}
          >
            {t('links.unlink')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
