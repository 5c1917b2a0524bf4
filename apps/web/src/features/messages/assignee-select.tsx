import type { ContactMessage } from '@keyhour/contract/messages'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useUser } from '#web/api/session.ts'
import { assigneesQuery } from '#web/features/messages/api.ts'
import { FailureBanner } from '#web/features/messages/failure-banner.tsx'
import classes from '#web/features/messages/messages.module.css'
import { assigneeChoices } from '#web/features/messages/rules.ts'
import { isChanging, type MessageChanges } from '#web/features/messages/use-message-changes.ts'

/** A choice like the others, because a button that clears the field cannot be reached by keyboard. */
const NOBODY = 'nobody'

type Props = { message: ContactMessage; change: MessageChanges['assignee'] }

export function AssigneeSelect({ message: { id, assignee }, change }: Props) {
  const { t } = useTranslation('messages')
  const { data: admins = [] } = useQuery(assigneesQuery)
  const me = useUser()?.id
  return (
    <Select
      label={t('assignee')}
      data={[
        ...assigneeChoices(admins, assignee, me).map(({ id: value, name }) => ({
          value: String(value),
          label: value === me ? t('me', { name }) : name,
        })),
        { value: NOBODY, label: t('nobody') },
      ]}
      value={assignee ? String(assignee.id) : NOBODY}
      onChange={(chosen) =>
        change.mutate({ id, change: { assignee_id: chosen === NOBODY ? null : Number(chosen) } })
      }
      disabled={isChanging(change, id)}
      allowDeselect={false}
      comboboxProps={{ withinPortal: false, transitionProps: { duration: 120 } }}
      className={classes.assignee}
    />
  )
}

/** On a line of its own, above the fields. */
export function AssigneesFailure() {
  const { t } = useTranslation('messages')
  const { isError, isFetching, refetch } = useQuery(assigneesQuery)
  if (!isError) return null
  return <FailureBanner text={t('assigneesFailed')} isRetrying={isFetching} onRetry={() => void refetch()} />
}
