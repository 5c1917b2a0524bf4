import { type AuditEntry, OfficeRole } from '@keyhour/contract/admin-users'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { auditQuery } from '#web/features/admin-users/api.ts'
import { PagedPart } from '#web/features/admin-users/paged-part.tsx'
import { isKnownAction, isKnownField } from '#web/features/admin-users/rules.ts'
import classes from '#web/features/admin-users/users.module.css'
import { myOfficesQuery } from '#web/features/offices/api.ts'
import { formatDayAndTime, viewerZone } from '#web/format/time.ts'
import { SoftText } from '#web/ui/soft-text.tsx'

export function UserAudit({ id }: { id: number }) {
  const { t } = useTranslation('admin-users')
  return (
    <PagedPart
      query={(page) => auditQuery(id, page)}
      label={t('drawer.tab.audit')}
      empty={t('drawer.noAudit')}
    >
      {(entry) => <Entry entry={entry} />}
    </PagedPart>
  )
}

function Entry({ entry: { action, at, actor_name, details } }: { entry: AuditEntry }) {
  const { t } = useTranslation('admin-users')
  const fields = String(details.changed ?? 'profile')
    .split(', ')
    .filter(isKnownField)
  const { data: offices } = useQuery(myOfficesQuery)
  const role = OfficeRole.safeParse(details.role)
  const words = isKnownAction(action)
    ? t(`audit.${action}`, {
        credits: String(details.credits ?? ''),
        number: String(details.payment_id ?? ''),
        role: role.success ? t(`drawer.roles.${role.data}`) : '',
        office: offices?.find(({ id }) => id === details.office_id)?.name ?? `#${details.office_id}`,
        fields: fields.map((field) => t(`field.${field}`)).join(', '),
      })
    : action
  return (
    <div className={classes.words}>
      <Text>{words}</Text>
      <SoftText>
        {formatDayAndTime(at, viewerZone())},{' '}
        <bdi>{t('drawer.by', { name: actor_name ?? t('drawer.byItself') })}</bdi>
      </SoftText>
    </div>
  )
}
