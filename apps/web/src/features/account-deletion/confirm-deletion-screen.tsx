import { Anchor, Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from '#web/features/account-deletion/account-deletion.module.css'
import { confirmDeletion } from '#web/features/account-deletion/api.ts'
import { LinkQuestionCard } from '#web/features/account-deletion/link-question-card.tsx'
import { formatDay, viewerZone } from '#web/format/time.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Page } from '#web/ui/page.tsx'

const EFFECTS = ['signedOut', 'grace', 'erased', 'history'] as const

/** Where the link of the first mail leads. */
export function ConfirmDeletionScreen({ token }: { token: string | null }) {
  const { t } = useTranslation('account-deletion')
  const askAgain = (
    <Button component={Link} to="/delete-account">
      {t('confirm.askAgain')}
    </Button>
  )
  return (
    <Page title={t('title')}>
      {token === null ? (
        <Failure message={t('incomplete')} action={askAgain} />
      ) : (
        <LinkQuestionCard
          token={token}
          act={confirmDeletion}
          question={<Question />}
          button={{ color: 'danger', children: t('confirm.delete') }}
          answered={({ purge_after }) => <Deactivated until={purge_after} />}
          wayOn={askAgain}
        />
      )}
    </Page>
  )
}

function Question() {
  const { t } = useTranslation('account-deletion')
  return (
    <>
      <Text fw={600}>{t('confirm.question')}</Text>
      <ul className={classes.steps}>
        {EFFECTS.map((effect) => (
          <li key={effect}>{t(`confirm.effect.${effect}`)}</li>
        ))}
      </ul>
    </>
  )
}

function Deactivated({ until }: { until: string }) {
  const { t } = useTranslation('account-deletion')
  return (
    <>
      <Text fw={600}>{t('confirm.done')}</Text>
      <Text>{t('confirm.doneText', { date: formatDay(until, viewerZone()) })}</Text>
      <Anchor href="/">{t('back')}</Anchor>
    </>
  )
}
