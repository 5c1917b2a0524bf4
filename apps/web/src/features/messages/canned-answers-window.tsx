import type { CannedAnswer } from '@keyhour/contract/answers'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cannedAnswersQuery, useCannedAnswerDeletion } from '#web/features/messages/api.ts'
import { CannedAnswerForm } from '#web/features/messages/canned-answer-form.tsx'
import { FailureBanner } from '#web/features/messages/failure-banner.tsx'
import classes from '#web/features/messages/messages.module.css'

type Props = { opened: boolean; onClose: () => void }

export function CannedAnswersWindow({ opened, onClose }: Props) {
  const { t } = useTranslation(['messages', 'ui'])
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('canned.title')}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
      withinPortal={false}
      classNames={{ inner: classes.window }}
      size="lg"
      centered
    >
      <Answers />
    </Modal>
  )
}

function Answers() {
  const { t } = useTranslation('messages')
  const { data, isPending, isError, isFetching, refetch } = useQuery(cannedAnswersQuery)
  /** `new`: the form for another one is open. */
  const [edited, setEdited] = useState<CannedAnswer | 'new' | null>(null)
  if (edited !== null)
    return <CannedAnswerForm answer={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
  return (
    <Stack gap="md">
      {isError && (
        <FailureBanner text={t('canned.failed')} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {isPending && <Text role="status">{t('canned.loading')}</Text>}
      {data?.length === 0 && <Text c="dimmed">{t('canned.none')}</Text>}
      {data && data.length > 0 && (
        <ul className={classes.list}>
          {data.map((answer) => (
            <Answer key={answer.id} answer={answer} onEdit={() => setEdited(answer)} />
          ))}
        </ul>
      )}
      <Group>
        <Button variant="filled" onClick={() => setEdited('new')}>
          {t('canned.add')}
        </Button>
      </Group>
    </Stack>
  )
}

function Answer({ answer, onEdit }: { answer: CannedAnswer; onEdit: () => void }) {
  const { t } = useTranslation(['messages', 'ui'])
  const [isAsking, setAsking] = useState(false)
  const deletion = useCannedAnswerDeletion(answer.id)
  const nameId = `canned-answer-${answer.id}`
  return (
    <li className={classes.canned}>
      {deletion.isError && (
        <FailureBanner
          text={t('canned.failedToDelete')}
          onRetry={() => deletion.mutate()}
          onClose={deletion.reset}
        />
      )}
      <Text fw={700} id={nameId} dir="auto">
        {answer.title}
      </Text>
      <Text className={classes.body} lineClamp={3}>
        {answer.text}
      </Text>
      {isAsking ? (
        <Group gap="sm" role="group" aria-label={t('canned.confirmDelete')}>
          <Text>{t('canned.confirmDelete')}</Text>
          <Button data-autofocus autoFocus onClick={() => setAsking(false)}>
            {t('ui:no')}
          </Button>
          <Button
            variant="filled"
            color="danger"
            loading={deletion.isPending}
            onClick={() => deletion.mutate()}
          >
            {t('ui:yes')}
          </Button>
        </Group>
      ) : (
        <Group gap="sm">
          <Button aria-describedby={nameId} onClick={onEdit}>
            {t('canned.edit')}
          </Button>
          <Button color="danger" aria-describedby={nameId} onClick={() => setAsking(true)}>
            {t('canned.delete')}
          </Button>
        </Group>
      )}
    </li>
  )
}
