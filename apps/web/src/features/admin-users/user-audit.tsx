import { type AuditEntry, OfficeRole } from '@keyhour/contract/admin-users'
import { BusinessRole } from '@keyhour/contract/businesses'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { auditQuery } from '#web/features/admin-users/api.ts'
import { PagedPart } from '#web/features/admin-users/paged-part.tsx'
import { isKnownAction, isKnownField } from '#web/features/admin-users/rules.ts'
import classes from '#web/features/admin-users/users.module.css'
import { myOfficesQuery } from '#web/features/offices/api.ts'
import { formatDayAndTime, viewerZone } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'
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
  const role = useRole(details)
  const words = isKnownAction(action)
    ? t(`audit.${action}`, {
        credits: String(details.credits ?? ''),
        number: String(details.payment_id ?? ''),
        ...role,
        fields: fields.map((field) => t(`field.${field}`)).join(', '),
      })
    : action
  return (
    <div className={classes.words}>
      <Text>
        {words}
        {details.business_name !== undefined && (
          <>
            {' · '}
            <bdi>{String(details.business_name)}</bdi>
          </>
        )}
      </Text>
      <SoftText>
        {formatDayAndTime(at, viewerZone())},{' '}
        <bdi>{t('drawer.by', { name: actor_name ?? t('drawer.byItself') })}</bdi>
      </SoftText>
    </div>
  )
}

/** A role in an office or in a company, and its name. */
function useRole({ role, office_id, business_id }: AuditEntry['details']) {
  const { t } = useTranslation('admin-users')
  const { data: offices } = useQuery(myOfficesQuery)
  const [ofOffice, ofCompany] = [OfficeRole.safeParse(role), BusinessRole.safeParse(role)]
  if (business_id !== undefined)
    return {
      role: ofCompany.success ? t(`drawer.businessRoles.${ofCompany.data}`) : '',
      office: t('audit.company', { number: String(business_id) }),
    }
  const office = offices?.find(({ id }) => id === office_id)
  return {
    role: ofOffice.success ? t(`drawer.roles.${ofOffice.data}`) : '',
    office: office ? localPlace(office).name : `#${office_id}`,
  }
}
