import { Button, type ButtonProps, Group, Paper, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CallError } from '#web/api/call.ts'
import { freshOrdersOf } from '#web/features/account-deletion/api.ts'
import { isLinkRefused } from '#web/features/auth/api.ts'
import { serverText } from '#web/texts/i18n.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { FailureMessage } from '#web/ui/failure-message.tsx'
import { failureOf } from '#web/ui/form-errors.ts'

type Props<T> = {
  token: string
  act: (token: string) => Promise<T>
  question: ReactNode
  button: ButtonProps
  answered: (reply: T) => ReactNode
  /** Shown for a link that does not work. */
  wayOn: ReactNode
}

/** Opening the link changes nothing: some mail programs open every link. */
export function LinkQuestionCard<T>({ token, act, question, button, answered, wayOn }: Props<T>) {
  const answer = useMutation({ mutationFn: () => act(token) })
  const { error } = answer
  if (error instanceof CallError && isLinkRefused(error) && !freshOrdersOf(error))
    return <FailureMessage message={serverText(error.message)} action={wayOn} />
  return (
    <Paper withBorder p="lg" maw={640}>
      {answer.data === undefined ? (
        <Stack gap="md">
          <FailureAlert text={failureOf(error)} />
          {question}
          <Group>
            <Button {...button} variant="filled" loading={answer.isPending} onClick={() => answer.mutate()} />
          </Group>
        </Stack>
      ) : (
        <Stack gap="md" align="flex-start" role="status">
          {answered(answer.data)}
        </Stack>
      )}
    </Paper>
  )
}
