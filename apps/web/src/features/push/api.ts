import * as contract from '@keyhour/contract/push'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { ownSubscription, stateOfDevice, subscribeDevice, unsubscribeDevice } from '#web/api/push-device.ts'
import { getSession } from '#web/api/session.ts'

export const pushSettingsQuery = queryOptions({
  queryKey: ['push', 'settings'],
  queryFn: ({ signal }) => call(contract.getPushSettings, { signal }),
})

export const pushDeviceQuery = (userId: number) =>
  queryOptions({
    queryKey: ['push', 'device', userId],
    queryFn: () => stateOfDevice(userId),
    staleTime: 0,
  })

export function useTurnKinds() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (off: contract.PushKind[]) => call(contract.changePushSettings, { body: { off } }),
    onSuccess: (settings) => queryClient.setQueryData(pushSettingsQuery.queryKey, settings),
  })
}

/** Answers whether the person allowed it. */
async function turnOn(userId: number, publicKey: string): Promise<boolean> {
  const subscription = await subscribeDevice(userId, publicKey)
  if (subscription) await call(contract.addPushSubscription, { body: subscription })
  return subscription !== undefined
}

async function turnOff(): Promise<void> {
  const endpoint = await unsubscribeDevice()
  if (endpoint) await call(contract.removePushSubscription, { body: { endpoint } })
}

export function useTurnDevice(userId: number) {
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: pushDeviceQuery(userId).queryKey })
  return {
    on: useMutation({
      mutationFn: async () => {
        const { public_key } = await queryClient.ensureQueryData(pushSettingsQuery)
        return turnOn(userId, public_key)
      },
      onSettled,
    }),
    off: useMutation({ mutationFn: turnOff, onSettled }),
  }
}

/** Tells the server at each start that the device is still there, and in which session. */
export async function confirmDevice(): Promise<void> {
  const userId = getSession().signedIn?.user.id
  if (userId === undefined) return
  const publicKey = async () => (await call(contract.getPushSettings)).public_key
  const subscription = await ownSubscription(userId, publicKey)
  if (subscription) await call(contract.addPushSubscription, { body: subscription })
}
