import { DeletionRequest } from '@keyhour/contract/account-deletion'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/api/call.ts'
import { useUser } from '#web/api/session.ts'
import { serverText } from '#web/texts/i18n.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'

type Props = { request: UseMutationResult<unknown, Error, string> }

export function DeleteAccountForm({ request }: Props) {
  const { t } = useTranslation('account-deletion')
  const user = useUser()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(user?.email ?? '')
  const [isTried, setTried] = useState(false)
  const email = typed.trim()

  function mistake(): string | null {
    if (email === '') return t('enterEmail')
    const { error } = DeletionRequest.safeParse({ email })
    return error?.issues[0] ? serverText(error.issues[0].message) : null
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (mistake() === null) request.mutate(email)
    else field.current?.focus()
  }

  function failure(error: Error): string {
    if (!(error instanceof CallError) || error.status === 0) return t('notReached')
    return error.body ? serverText(error.message) : t('failed')
  }

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <FailureAlert text={request.error && failure(request.error)} />
        <TextInput
          ref={field}
          label={t('email')}
          type="email"
          autoComplete="email"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={isTried && mistake()}
        />
        <Group>
          <Button type="submit" variant="filled" color="danger" disabled={request.isPending}>
            {request.isPending ? t('submitting') : t('request')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
