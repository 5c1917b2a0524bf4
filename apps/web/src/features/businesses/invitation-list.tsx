import type { BusinessInvitation } from '@keyhour/contract/businesses'
import { Badge, Button, Group, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  invitationsQuery,
  resendInvitation,
  revokeInvitation,
  useCompanyChange,
} from '#web/features/businesses/api.ts'
import classes from '#web/features/businesses/businesses.module.css'
import { useCompany } from '#web/features/businesses/company-frame.tsx'
import { CompanySection } from '#web/features/businesses/company-part.tsx'
import { GrowingList } from '#web/features/businesses/growing-list.tsx'
import { formatDay, viewerZone } from '#web/format/time.ts'
import { onceConfirmed } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'

/** Invitations that nobody has accepted yet. */
export function InvitationList() {
  const { t } = useTranslation('businesses')
  const { id } = useCompany()
  const invitations = useInfiniteQuery(invitationsQuery(id))
  return (
    <CompanySection id="invitations" title={t('invitations.title')}>
      <GrowingList
        labelledBy="invitations"
        query={invitations}
        loading={t('invitations.loading')}
        empty={t('invitations.none')}
      >
        {(invitation) => <Invitation invitation={invitation} />}
      </GrowingList>
    </CompanySection>
  )
}

const complain = (error: Error) => void notifyFailure(error)

function Invitation({ invitation }: { invitation: BusinessInvitation }) {
  const { t } = useTranslation('businesses')
  const company = useCompany()
  const { id, email, role, sent_at, expires_at, is_expired } = invitation
  const day = (moment: string) => formatDay(moment, viewerZone())
  const resend = useCompanyChange({
    mutationFn: () => resendInvitation(company.id, id),
    onSuccess: () => notify(t('invitations.resent', { email }), 'success'),
    onError: complain,
  })
  const revoke = useCompanyChange({
    mutationFn: () => revokeInvitation(company.id, id),
    onSuccess: () => notify(t('invitations.revoked', { email }), 'success'),
    onError: complain,
  })
  const askToRevoke = () =>
    onceConfirmed({ message: t('invitations.confirmRevoke', { email }), type: 'danger' }, revoke.mutate)
  return (
    <>
      <div className={classes.words}>
        <Text fw={500}>
          <bdi>{email}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          {[
            t(`role.${role}`),
            t('invitations.sent', { date: day(sent_at) }),
            !is_expired && t('invitations.until', { date: day(expires_at) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      <Group gap="sm">
        {is_expired && <Badge color="gray">{t('invitations.expired')}</Badge>}
        <Button
          size="xs"
          loading={resend.isPending}
          onClick={() => resend.mutate()}
          aria-label={t('invitations.resendTo', { email })}
        >
          {t('invitations.resend')}
        </Button>
        <Button
          size="xs"
          loading={revoke.isPending}
          onClick={() => void askToRevoke()}
          aria-label={t('invitations.revokeOf', { email })}
        >
          {t('invitations.revoke')}
        </Button>
      </Group>
    </>
  )
}
