import { changePassword as changePasswordCall } from '@keyhour/contract/auth'
import * as contract from '@keyhour/contract/users'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '#web/api/call.ts'
import { startSession } from '#web/api/session.ts'

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => call(contract.getOwnProfile, { signal }),
})

/** The token contains the name, so a changed name comes with a new token. */
export async function saveProfile(id: number, change: contract.UserChange): Promise<void> {
  startSession(await call(contract.updateUser, { params: { id }, body: change }))
}

/** For calls that answer with the changed profile. */
export function useProfileChange<Input = void>(
  change: (input: Input) => Promise<contract.OwnProfile>,
  onDone: (input: Input) => void = () => undefined,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (profile, input) => {
      onDone(input)
      queryClient.setQueryData(profileQuery.queryKey, profile)
    },
  })
}

/** A data URL: `data:image/…;base64,…` */
type Upload = { image: string; onProgress: (share: number) => void; signal: AbortSignal }

export const setPassportImage = ({ image, onProgress, signal }: Upload) =>
  call(contract.setPassportImage, { body: { image }, onProgress, signal })

export const removePassportImage = () => call(contract.removePassportImage)

/** The photo as a data URL. The server logs each call as a view. */
export async function fetchPassportImage(id: number): Promise<string> {
  const { passport_image } = await call(contract.getPassportImage, { params: { id } })
  return `data:image/jpeg;base64,${passport_image}`
}

export const connectGoogle = (proof: z.infer<typeof contract.connectGoogle.body>) =>
  call(contract.connectGoogle, { body: proof })

export const disconnectGoogle = () => call(contract.disconnectGoogle)

export const exportOwnData = () => call(contract.exportOwnData)

/** Ends all other sessions; this one continues with a new token. */
export async function changePassword(passwords: z.infer<typeof changePasswordCall.body>) {
  startSession(await call(changePasswordCall, { body: passwords }))
}
