import type { AdminOffice } from '@keyhour/contract/admin-offices'
import type { CalendarLink } from '@keyhour/contract/calendars'
import type { SubOffice } from '@keyhour/contract/offices'
import { Badge, Button, Group, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type SubOfficeFields, useFields } from '#web/features/admin-offices/form-fields.tsx'
import {
  type CalendarOptions,
  calendarLinksQuery,
  calendarOptionsQuery,
  type LinkedProvider,
} from '#web/features/calendars/api.ts'
import { formatMoment, viewerZone } from '#web/format/time.ts'
import { serverText } from '#web/texts/i18n.ts'
import { FieldGrid } from '#web/ui/field-grid.tsx'
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

type Props = SubOfficeFields & { office: AdminOffice | null; space: SubOffice | null }

/** What a sub-office is linked to. Only services that its office is connected to are asked what they offer. */
export function CalendarLinks({ form, office, space }: Props) {
  const { t } = useTranslation('calendars')
  const { data: links = [] } = useQuery({
    ...calendarLinksQuery(office?.id ?? 0),
    enabled: office !== null && space !== null,
  })
  if (!office) return null
  const unused = office.google_calendar_type === 'rooms' ? 'google_calendar_id' : 'google_calendar_room_id'
  const fields = (Object.keys(FIELDS) as LinkField[]).filter((field) => field !== unused)
  const connected = fields.filter((field) => isConnected(office, FIELDS[field]))
  const left = fields.filter((field) => !connected.includes(field) && form.values[field] !== '')
  /** As it was saved. */
  const linkOf = (field: LinkField) =>
    links.find(
      ({ sub_office_id, provider, calendar_id }) =>
        sub_office_id === space?.id && provider === FIELDS[field] && calendar_id === form.values[field],
    )
  return (
    <Stack gap="md">
      {connected.length === 0 && <SoftText>{t('links.connectFirst')}</SoftText>}
      <FieldGrid>
        {connected.map((name) => (
          <ConnectedLink key={name} form={form} name={name} link={linkOf(name)} officeId={office.id} />
        ))}
        {left.map((name) => (
          <Link
            key={name}
            form={form}
            name={name}
            link={undefined}
            list={{ options: [], failure: t('links.notConnected') }}
            isLoading={false}
          />
        ))}
      </FieldGrid>
    </Stack>
  )
}

type LinkProps = SubOfficeFields & { name: LinkField; link: CalendarLink | undefined }

function ConnectedLink({ officeId, ...props }: LinkProps & { officeId: number }) {
  const { t } = useTranslation('calendars')
  const { data, error, isPending } = useQuery(calendarOptionsQuery(FIELDS[props.name], officeId))
  const failed = error && { options: [], failure: whyNot(error) }
  return <Link {...props} list={data ?? failed ?? NONE} isLoading={isPending} />

  function whyNot(error: Error): string {
    const status = refusalText(error)
    return props.name === 'pickspace_room_id' ? t('links.pickspaceFailed', { status }) : status
  }
}

const NONE: CalendarOptions = { options: [], failure: null }
const COLOR = { linked: 'free', missing: 'danger', unreachable: 'gray' } as const

/** What the last sync found counts more than a list in which the calendar is. */
function stateOf({ options, failure }: CalendarOptions, id: string, link: CalendarLink | undefined) {
  if (link && link.state !== 'linked') return link.state
  if (failure !== null) return 'unreachable'
  return options.some((one) => one.id === id) ? 'linked' : 'missing'
}

type Listed = { list: CalendarOptions; isLoading: boolean }

function Link({ form, name, link, list, isLoading }: LinkProps & Listed) {
  const { t } = useTranslation('calendars')
  const { onChange: _typed, ...field } = useFields(form)(name)
  const id = form.values[name]
  const change = (value: string | null) => form.setFieldValue(name, value ?? '')
  const options = list.options.map((one) => ({ value: one.id, label: one.name }))
  const isKnown = id === '' || list.options.some((one) => one.id === id)
  const state = id !== '' && !isLoading ? stateOf(list, id, link) : undefined
  return (
    <Stack gap={6}>
      <Select
        {...field}
        value={id || null}
        onChange={change}
        data={isKnown ? options : [{ value: id, label: link?.calendar_name ?? id }, ...options]}
        placeholder={isLoading ? t('links.loading') : t('links.choose')}
        nothingFoundMessage={t('links.nothing')}
        disabled={isLoading || (list.failure !== null && options.length === 0)}
        searchable
        autoComplete="off"
        // Said below, with its date.
        {...(list.failure !== null &&
          list.failure !== link?.failure && { description: serverText(list.failure) })}
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
      {link && <Health {...link} />}
    </Stack>
  )
}

/** How the link is doing: last sync, delay, and what is wrong since when. While it fails, it is not read on time. */
function Health({ failure, failing_since, read_at, lag_ms, is_live, is_exchanged, ...link }: CalendarLink) {
  const { t } = useTranslation('calendars')
  if (!is_exchanged) return <SoftText>{t('links.noBookings')}</SoftText>
  const moment = (instant: string) => formatMoment(instant, viewerZone())
  const facts = [
    read_at === null ? t('links.notRead') : t('connections.read', { moment: moment(read_at) }),
    ...(lag_ms === null ? [] : [t('links.lag', { seconds: Math.round(lag_ms / 1000) })]),
    ...(failure === null ? [is_live ? t('links.live') : t('links.polled')] : []),
  ]
  return (
    <Stack gap={2}>
      <SoftText>{facts.join(' · ')}</SoftText>
      {failure !== null && (
        <Text size="sm" c="var(--danger)">
          {serverText(failure)} {failing_since && t('links.since', { moment: moment(failing_since) })}
        </Text>
      )}
      {link.unwritten > 0 && (
        <Text size="sm" c="var(--danger)">
          {t('links.unwritten', { count: link.unwritten, why: serverText(link.unwritten_failure ?? '') })}
        </Text>
      )}
    </Stack>
  )
}
