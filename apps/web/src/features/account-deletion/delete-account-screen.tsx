import { Anchor, Group, Paper, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSession } from '#web/api/session.ts'
import classes from '#web/features/account-deletion/account-deletion.module.css'
import { requestDeletion } from '#web/features/account-deletion/api.ts'
import { DeleteAccountForm } from '#web/features/account-deletion/delete-account-form.tsx'
import { Page } from '#web/ui/page.tsx'

const STEPS = ['mail', 'confirm', 'deactivated', 'grace', 'erased'] as const

export function DeleteAccountScreen() {
  const { t } = useTranslation('account-deletion')
  const { signedIn } = useSession()
  const request = useMutation({ mutationFn: requestDeletion })
  return (
    <Page title={t('title')}>
      <div className={classes.request}>
        <Stack gap="md">
          <Text>{t('intro')}</Text>
          <ol className={classes.steps}>
            {STEPS.map((step) => (
              <li key={step}>{t(`step.${step}`)}</li>
            ))}
          </ol>
          <Text>{t('history')}</Text>
        </Stack>
        <Stack gap="md">
          <Paper withBorder p="lg">
            {request.isSuccess ? (
              <Text role="status" fw={600}>
                {t('submitted')}
              </Text>
            ) : (
              <DeleteAccountForm request={request} />
            )}
          </Paper>
          <Group gap="lg">
            <Anchor component={Link} to={signedIn ? '/dashboard' : '/sign-in'}>
              {signedIn ? t('toDashboard') : t('toSignIn')}
            </Anchor>
            <Anchor href="/">{t('back')}</Anchor>
          </Group>
        </Stack>
      </div>
    </Page>
  )
}
