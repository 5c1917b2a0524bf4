import { Button, Group, Select } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { cannedAnswersQuery } from '#web/features/messages/api.ts'
import { CannedAnswersWindow } from '#web/features/messages/canned-answers-window.tsx'
import { FailureBanner } from '#web/features/messages/failure-banner.tsx'
import classes from '#web/features/messages/messages.module.css'

export function CannedAnswerPicker({ onPick }: { onPick: (text: string) => void }) {
  const { t } = useTranslation('messages')
  const { data, isError, isFetching, refetch } = useQuery(cannedAnswersQuery)
  const answers = data ?? []
  const [isManaging, managing] = useDisclosure(false)
  return (
    <>
      {isError && (
        <FailureBanner text={t('canned.failed')} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      <Group gap="sm" align="flex-end">
        <Select
          label={t('canned.pick')}
          placeholder={t('canned.choose')}
          nothingFoundMessage={data && t('canned.none')}
          data={answers.map(({ id, title }) => ({ value: String(id), label: title }))}
          value={null}
          onChange={(chosen) => {
            const answer = answers.find(({ id }) => String(id) === chosen)
            if (answer) onPick(answer.text)
          }}
          searchable
          comboboxProps={{ withinPortal: false, transitionProps: { duration: 120 } }}
          className={classes.picker}
        />
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconSettings aria-hidden size={18} />}
          onClick={managing.open}
        >
          {t('canned.manage')}
        </Button>
        <CannedAnswersWindow opened={isManaging} onClose={managing.close} />
      </Group>
    </>
  )
}
