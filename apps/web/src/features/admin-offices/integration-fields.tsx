import type { AdminOffice, IntegrationState } from '@keyhour/contract/admin-offices'
import { Badge, Select, TagsInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type OfficeFields, useFields } from '#web/features/admin-offices/form-fields.tsx'
import classes from '#web/features/admin-offices/forms.module.css'
import { CalendarAccounts } from '#web/features/integrations/calendar-accounts.tsx'
import { CalendarConnections } from '#web/features/integrations/calendar-connections.tsx'
import { DoorAccounts } from '#web/features/integrations/door-accounts.tsx'
import { IntegrationFacts } from '#web/features/integrations/integration-facts.tsx'
import { shownState } from '#web/features/integrations/rules.ts'
import { FieldGrid } from '#web/ui/field-grid.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

/** '' for separate calendars, 'rooms' for the rooms of a Google Workspace. */
const CALENDAR_TYPES = ['', 'rooms']

export function IntegrationFields({ form, office }: OfficeFields & { office: AdminOffice | null }) {
  const { t } = useTranslation('admin-offices')
  const field = useFields(form)
  const calendarType = form.values.google_calendar_type
  const types = CALENDAR_TYPES.includes(calendarType) ? CALENDAR_TYPES : [...CALENDAR_TYPES, calendarType]
  return (
    <>
      {office && <States office={office} />}
      <FieldGrid>
        <TextInput {...field('pickspace_location_id')} autoComplete="off" dir="ltr" />
        <TextInput {...field('pickspace_email')} type="email" autoComplete="off" dir="ltr" />
        <TextInput {...field('openpath_org_id')} autoComplete="off" dir="ltr" />
        <TextInput {...field('openpath_entry_id')} autoComplete="off" dir="ltr" />
        <Select
          {...field('google_calendar_type')}
          data={types.map((value) => ({ value, label: calendarName(value) }))}
          allowDeselect={false}
        />
        <TagsInput {...field('tuya_devices')} description={t('form.hint.tags')} />
      </FieldGrid>
      {office && <CalendarConnections office={office} />}
      {office && <CalendarAccounts office={office} />}
      {office && <DoorAccounts office={office} />}
    </>
  )

  function calendarName(value: string): string {
    if (value === '') return t('form.calendar.own')
    return value === 'rooms' ? t('form.calendar.rooms') : value
  }
}

const COLOR = { connected: 'free', failing: 'danger', disconnected: 'gray' } as const

/** Without calendar accounts, which are shown where they are connected. */
function States({ office: { integrations, ha_devices = [] } }: { office: AdminOffice }) {
  const { t } = useTranslation('admin-offices')
  const shown = integrations.filter(({ provider }) => provider !== 'google' && provider !== 'outlook')
  return (
    <>
      {shown.length > 0 && (
        <ul className={classes.states} aria-label={t('form.connections')}>
          {shown.map((integration) => (
            <State key={integration.provider} {...integration} />
          ))}
        </ul>
      )}
      {ha_devices.length > 0 && (
        <SoftText>{t('form.hubDevices', { devices: ha_devices.join(', ') })}</SoftText>
      )}
    </>
  )
}

function State(integration: IntegrationState) {
  const { t } = useTranslation('admin-offices')
  const state = shownState(integration)
  return (
    <li className={classes.state}>
      <span>{t(`form.provider.${integration.provider}`)}</span>
      <Badge color={COLOR[state]}>{t(`form.state.${state}`)}</Badge>
      <div className={classes.stateFacts}>
        <IntegrationFacts {...integration} />
      </div>
    </li>
  )
}
