import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { startSession } from '#web/api/session.ts'
import { isWaitingForDeletion, type Proof, signIn } from '#web/features/auth/api.ts'
import { failureOf } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'

export type SigningIn = ReturnType<typeof useSignIn>

/** By password or Google. The same proof can keep an account that is about to be deleted. */
export function useSignIn() {
  const { t } = useTranslation('auth')
  const attempt = useMutation({
    mutationFn: async (proof: Proof) => {
      const token = await signIn(proof)
      return token !== null && startSession(token, 'access_token' in proof ? proof.access_token : undefined)
    },
    onSuccess: (isStarted, { undo_deletion }) => {
      if (isStarted) notify(t(undo_deletion ? 'kept' : 'succeeded'), 'success')
    },
  })
  const { data: isStarted, error, isPending, variables: proof } = attempt
  const isWaiting = isWaitingForDeletion(error)
  const isKeeping = isPending && proof?.undo_deletion === true

  return {
    signIn: (proof: Proof) => attempt.mutate(proof),
    isPending,
    failure: isStarted === false ? t('failed') : isWaiting ? null : failureOf(error),
    grace: (isWaiting || isKeeping) && {
      isKeeping,
      keep: () => proof && attempt.mutate({ ...proof, undo_deletion: true }),
      cancel: () => attempt.reset(),
    },
  }
}
