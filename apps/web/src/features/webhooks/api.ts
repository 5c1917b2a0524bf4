import * as contract from '@keyhour/contract/webhooks'
import {
  infiniteQueryOptions,
  queryOptions,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { useAdminChanges } from '#web/api/live.ts'

/** Prefix of every query about webhooks and deliveries. */
const WEBHOOKS = ['webhooks']

const fetchWebhooks = (signal?: AbortSignal) => call(contract.listWebhooks, { signal })

export const webhooksQuery = queryOptions({
  queryKey: [...WEBHOOKS, 'all'],
  queryFn: ({ signal }) => fetchWebhooks(signal),
})

/** The stored version, after somebody else has changed it. */
export const fetchWebhook = async (id: number): Promise<contract.Webhook | undefined> =>
  (await fetchWebhooks()).find((webhook) => webhook.id === id)

export type LogFilter = Pick<contract.DeliveryFilter, 'webhook_id' | 'status' | 'kind'>

export const deliveriesQuery = (filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: [...WEBHOOKS, 'deliveries', filter],
    queryFn: ({ pageParam, signal }) =>
      call(contract.listDeliveries, { query: { ...filter, before: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < contract.DELIVERY_PAGE ? undefined : page.at(-1)?.id),
  })

export const deliveryQuery = (id: number) =>
  queryOptions({
    queryKey: [...WEBHOOKS, 'delivery', id],
    queryFn: ({ signal }) => call(contract.getDelivery, { params: { id }, signal }),
  })

/** Reloads everything about webhooks when one changes, or a delivery does. */
export function useWebhookChanges(): void {
  const queryClient = useQueryClient()
  useAdminChanges('webhooks', () => void queryClient.invalidateQueries({ queryKey: WEBHOOKS }))
}

export const addWebhook = (body: contract.WebhookForm) => call(contract.addWebhook, { body })
export const changeWebhook = ({ id, ...body }: contract.WebhookUpdate & { id: number }) =>
  call(contract.changeWebhook, { params: { id }, body })
export const deleteWebhook = (id: number) => call(contract.deleteWebhook, { params: { id } })
export const rotateSecret = ({ id, version }: contract.Webhook) =>
  call(contract.rotateWebhookSecret, { params: { id }, body: { version } })
export const testWebhook = (id: number) => call(contract.testWebhook, { params: { id } })
export const sendAgain = (id: number) => call(contract.sendAgain, { params: { id } })
export const sendFailedAgain = (id: number) => call(contract.sendFailedAgain, { params: { id } })

/** Mutations of one webhook share this key, so that its row can show that it is busy. */
export const webhookActionKey = (id: number | undefined) => [...WEBHOOKS, 'action', id]

/** `id`: the webhook that is busy meanwhile; undefined for a new one. */
export function useWebhookAction<Answer, Input = void>(
  id: number | undefined,
  options: UseMutationOptions<Answer, Error, Input>,
) {
  const queryClient = useQueryClient()
  return useMutation<Answer, Error, Input>({
    ...options,
    mutationKey: webhookActionKey(id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: WEBHOOKS }),
    // An answer may hold a secret.
    gcTime: 0,
  })
}
