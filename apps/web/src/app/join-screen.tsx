import type { InvitationDetails } from '@keyhour/contract/businesses'
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { useUser } from '#web/api/session.ts'
import { useLogOut } from '#web/features/auth/use-log-out.ts'
import { acceptInvitation, invitationQuery, useCompanyChange } from '#web/features/businesses/api.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { FailureMessage } from '#web/ui/failure-message.tsx'
import { failureOf } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

/** The link of an invitation. Opening it changes nothing: some mail programs open every link. */
export function JoinScreen() {
  const { t } = useTranslation('businesses')
  const { token = '' } = useParams()
  const invitation = useQuery(invitationQuery(token))
  const name = invitation.data?.business_name
  return (
    <Page title={name ? t('join.to', { company: name }) : t('join.title')}>
      <QueryView shape="lines" query={invitation} loading={t('join.loading')}>
        {(found) =>
          found?.state === 'open' ? (
            <Invitation invitation={found} token={token} />
          ) : (
            <FailureMessage
              message={t(`join.not.${found?.state ?? 'missing'}`)}
              text={t('join.askAgain')}
              action={
                <Button component={Link} to="/dashboard">
                  {t('join.goOn')}
                </Button>
              }
            />
          )
        }
      </QueryView>
    </Page>
  )
}

function Invitation({ invitation, token }: { invitation: InvitationDetails; token: string }) {
  const { t } = useTranslation('businesses')
  const user = useUser()
  const { business_name, email, role } = invitation
  const isInvited = user?.email.toLowerCase() === email.toLowerCase()
  return (
    <Paper withBorder p="lg" maw={640}>
      <Stack gap="md">
        <Text>{t(`join.text.${role}`, { company: business_name })}</Text>
        <Text c="dimmed">{t('join.invited', { email })}</Text>
        {user === null && <WaysIn invitation={invitation} />}
        {user !== null && (isInvited ? <Accept token={token} /> : <SomebodyElse email={user.email} />)}
      </Stack>
    </Paper>
  )
}

/** The person comes back here. */
function WaysIn({ invitation: { has_account } }: { invitation: InvitationDetails }) {
  const { t } = useTranslation('businesses')
  const { pathname } = useLocation()
  const state = { from: pathname }
  return (
    <Group gap="sm">
      <Button component={Link} to="/sign-up" state={state} {...(!has_account && { variant: 'filled' })}>
        {t('join.signUp')}
      </Button>
      <Button component={Link} to="/sign-in" state={state} {...(has_account && { variant: 'filled' })}>
        {t('join.signIn')}
      </Button>
    </Group>
  )
}

function SomebodyElse({ email }: { email: string }) {
  const { t } = useTranslation('businesses')
  const logOut = useLogOut()
  return (
    <>
      <Text>{t('join.other', { email })}</Text>
      <Group>
        <Button onClick={logOut}>{t('join.logOut')}</Button>
      </Group>
    </>
  )
}

function Accept({ token }: { token: string }) {
  const { t } = useTranslation('businesses')
  const navigate = useNavigate()
  const accept = useCompanyChange({
    mutationFn: () => acceptInvitation(token),
    onSuccess: ({ id, name, role }) => {
      notify(t('join.done', { company: name }), 'success')
      void navigate(role === 'manager' ? `/company/${id}` : '/profile', { replace: true })
    },
  })
  return (
    <>
      <FailureAlert text={failureOf(accept.error)} />
      <Group>
        <Button
          variant="filled"
          loading={accept.isPending || accept.isSuccess}
          onClick={() => accept.mutate()}
        >
          {t('join.accept')}
        </Button>
      </Group>
    </>
  )
}
