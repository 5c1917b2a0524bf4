import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { undoDeletion } from '#web/features/account-deletion/api.ts'
import { LinkQuestionCard } from '#web/features/account-deletion/link-question-card.tsx'
import { FailureMessage } from '#web/ui/failure-message.tsx'
import { Page } from '#web/ui/page.tsx'

export function UndoDeletionScreen({ token }: { token: string | null }) {
  const { t } = useTranslation('account-deletion')
  const toSignIn = (
    <Button component={Link} to="/sign-in">
      {t('toSignIn')}
    </Button>
  )
  return (
    <Page title={t('undo.title')}>
      {token === null ? (
        <FailureMessage message={t('incomplete')} action={toSignIn} />
      ) : (
        <LinkQuestionCard
          token={token}
          act={undoDeletion}
          question={<Text>{t('undo.question')}</Text>}
          button={{ children: t('undo.keep') }}
          answered={() => (
            <>
              <Text fw={600}>{t('undo.done')}</Text>
              <Text>{t('undo.doneText')}</Text>
              {toSignIn}
            </>
          )}
          wayOn={toSignIn}
        />
      )}
    </Page>
  )
}
