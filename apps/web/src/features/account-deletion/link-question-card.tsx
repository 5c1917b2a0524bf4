import { Alert, Button, type ButtonProps, Paper, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CallError } from '#web/api/call.ts'
import { serverText } from '#web/texts/i18n.ts'
import { Failure } from '#web/ui/failure.tsx'

type Props<T> = {
  token: string
  act: (token: string) => Promise<T>
  question: ReactNode
  button: ButtonProps
  answered: (reply: T) => ReactNode
  /** Where to go with a link that does not work. */
  wayOn: ReactNode
}

/** What a link out of a mail asks. Opening it changes nothing: some mail programs open every link. */
export function LinkQuestionCard<T>({ token, act, question, button, answered, wayOn }: Props<T>) {
  const answer = useMutation({ mutationFn: () => act(token) })
  const { error } = answer
  if (answer.data !== undefined) return answered(answer.data)
  if (isLinkRefused(error)) return <Failure message={serverText(error.message)} action={wayOn} />
  return (
    <Paper withBorder p="lg" maw={640}>
      <Stack gap="md" align="flex-start">
        {error && (
          <Alert color="danger" variant="light" role="alert" w="100%">
            {serverText(error.message)}
          </Alert>
        )}
        {question}
        <Button {...button} variant="filled" loading={answer.isPending} onClick={() => answer.mutate()} />
      </Stack>
    </Paper>
  )
}

/** Such a link will not work later either, unlike a call that came too early or did not get through. */
const isLinkRefused = (error: Error | null): error is CallError =>
  error instanceof CallError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 408 &&
  error.status !== 429
