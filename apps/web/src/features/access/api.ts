import * as contract from '@keyhour/contract/access'
import * as grants from '@keyhour/contract/grants'
import * as hubs from '@keyhour/contract/hubs'
import { getBluetoothLock } from '@keyhour/contract/status'
import {
  keepPreviousData,
  queryOptions,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { makeAttemptKey } from '#web/api/attempt-key.ts'
import { CallError, call, callPage, type ListPage } from '#web/api/call.ts'
import type { DoorsView } from '#web/features/access/rules.ts'
import { viewerZone } from '#web/format/time.ts'

/** Each look asks every hub. */
const LOOK_AT_LOCKS_MS = 15_000

const DEVICES = ['devices']
export const DEVICE_LISTS = [...DEVICES, 'list']
const HUBS = ['home-assistants']
export const HUB_LISTS = [...HUBS, 'list']

export const devicesQuery = (view: DoorsView) =>
  queryOptions({
    queryKey: [...DEVICE_LISTS, view],
    queryFn: ({ signal }) =>
      callPage(contract.listDevices, { query: { ...view, time_zone: viewerZone() }, signal }),
    placeholderData: keepPreviousData,
  })

export const homeAssistantsQuery = (view: DoorsView) =>
  queryOptions({
    queryKey: [...HUB_LISTS, view],
    queryFn: ({ signal }) =>
      callPage(hubs.listHomeAssistants, { query: { ...view, time_zone: viewerZone() }, signal }),
    placeholderData: keepPreviousData,
  })

/** How each lock stands; nobody asks while nobody looks at the page. */
export const doorStatesQuery = queryOptions({
  queryKey: [...DEVICES, 'states'],
  queryFn: ({ signal }) => call(contract.listDoorStates, { signal }),
  select: (states) => new Map(states.map((state) => [state.device_id, state])),
  refetchInterval: LOOK_AT_LOCKS_MS,
  retry: false,
})

/** Asked when somebody presses, and kept as long as the page. */
export const hubTestQuery = (id: number) =>
  queryOptions({
    queryKey: [...HUBS, id, 'test'],
    queryFn: ({ signal }) => call(hubs.testHomeAssistant, { params: { id }, signal }),
    enabled: false,
    retry: false,
    gcTime: Number.POSITIVE_INFINITY,
  })

export const hubLocksQuery = (id: number) =>
  queryOptions({
    queryKey: [...HUBS, id, 'locks'],
    queryFn: ({ signal }) => call(hubs.listHubLocks, { params: { id }, signal }),
    staleTime: 0,
    retry: false,
  })

export const addDevice = (body: contract.DeviceForm) => call(contract.addDevice, { body })
export const changeDevice = ({ id, ...body }: contract.DeviceUpdate & { id: number }) =>
  call(contract.changeDevice, { params: { id }, body })
/** Takes a door down, or puts up again what was taken down. */
export const toggleDevice = ({ id, deleted_at }: contract.Device) =>
  deleted_at === null
    ? call(contract.deleteDevice, { params: { id } })
    : changeDevice({ id, deleted_at: null })

export const addHomeAssistant = (body: hubs.HomeAssistantForm) => call(hubs.addHomeAssistant, { body })
export const changeHomeAssistant = ({ id, ...body }: hubs.HomeAssistantUpdate & { id: number }) =>
  call(hubs.changeHomeAssistant, { params: { id }, body })
export const deleteHomeAssistant = (id: number, codesStay = false) =>
  call(hubs.deleteHomeAssistant, { params: { id }, ...(codesStay && { query: { codes_stay: 'true' } }) })
export const importHubLocks = (id: number, home_assistant_ids: string[]) =>
  call(hubs.importHubLocks, { params: { id }, body: { home_assistant_ids } })

const CODES = ['lock-codes']

/** Codes that are still in locks and should not be. */
export const stuckCodesQuery = queryOptions({
  queryKey: [...CODES, 'stuck'],
  queryFn: ({ signal }) => call(grants.listLockCodes, { signal }),
})

/** Every code in the locks of a door, a hub or an account. */
export const codesOfQuery = (holder: grants.CodeHolder) =>
  queryOptions({
    queryKey: [...CODES, holder],
    queryFn: ({ signal }) => call(grants.listLockCodes, { query: holder, signal }),
    staleTime: 0,
  })

type OneCode = Pick<grants.LockCode, 'order_id' | 'device_id'>
const paramsOf = ({ order_id, device_id }: OneCode) => ({ orderId: order_id, deviceId: device_id })

export const tryLockCode = (code: OneCode) => call(grants.tryLockCode, { params: paramsOf(code) })
export const forgetLockCode = ({ because, ...code }: OneCode & { because: 'taken_out_by_hand' | 'stays' }) =>
  call(grants.forgetLockCode, { params: paramsOf(code), query: { because } })

/** Nothing could take the codes out of the locks afterwards. */
export const hasCodesInLocks = (error: Error | null): boolean =>
  error instanceof CallError && error.body?.codes_in_locks !== undefined

/** They are in locks of a hub that gets another address. */
export const mayBeSameHub = (error: Error): boolean =>
  error instanceof CallError && error.body?.may_be_same_hub === true

const LOOK_AT_CODES_MS = 1000

/** The codes that are left could not be taken out; why is told with each of them. */
export class CodesLeft extends Error {}

/** Takes all codes out of the locks of a holder, as long as somebody looks on. Done when the last one is out. */
export function useTakeOut(holder: grants.CodeHolder, onOut: () => void) {
  const queryClient = useQueryClient()
  const isWatched = useRef(false)
  useEffect(() => {
    isWatched.current = true
    return () => {
      isWatched.current = false
    }
  }, [])
  return useMutation({
    mutationFn: async () => {
      await call(grants.takeOutCodes, { body: holder })
      for (;;) {
        const left = await queryClient.fetchQuery(codesOfQuery(holder))
        if (left.length === 0) return
        if (left.every(({ failure }) => failure !== null)) throw new CodesLeft()
        await new Promise((resolve) => setTimeout(resolve, LOOK_AT_CODES_MS))
        if (!isWatched.current) throw new CodesLeft()
      }
    },
    onSuccess: () => isWatched.current && onOut(),
  })
}

/** Whatever is done with one row has this key: so the row knows that something is. */
export const deviceActionKey = (id: number | undefined) => [...DEVICES, 'action', id]
export const hubActionKey = (id: number | undefined) => [...HUBS, 'action', id]

type Options<Answer, Input> = UseMutationOptions<Answer, Error, Input>

/** For calls that answer the door as it is afterwards: every list shows that at once, and then asks for its order. */
export const useDeviceChange = <Input>(id: number | undefined, options: Options<contract.Device, Input>) =>
  useRowChange(DEVICE_LISTS, { mutationKey: deviceActionKey(id), ...options })

export const useHubChange = <Input>(id: number | undefined, options: Options<hubs.HomeAssistant, Input>) =>
  useRowChange(HUB_LISTS, { mutationKey: hubActionKey(id), ...options })

function useRowChange<Row extends { id: number }, Input>(
  lists: string[],
  { onSuccess, ...options }: Options<Row, Input>,
) {
  const queryClient = useQueryClient()
  return useMutation<Row, Error, Input>({
    ...options,
    onSuccess: (changed, ...more) => {
      queryClient.setQueriesData<ListPage<Row[]>>(
        { queryKey: lists },
        (page) => page && { ...page, rows: page.rows.map((row) => (row.id === changed.id ? changed : row)) },
      )
      onSuccess?.(changed, ...more)
      void queryClient.invalidateQueries({ queryKey: lists })
    },
  })
}

/** For what adds or removes rows, and answers something else. */
export function useListChange<Answer, Input>({ onSuccess, ...options }: Options<Answer, Input>) {
  const queryClient = useQueryClient()
  return useMutation<Answer, Error, Input>({
    ...options,
    onSuccess: (...given) => {
      onSuccess?.(...given)
      for (const queryKey of [DEVICE_LISTS, HUB_LISTS]) void queryClient.invalidateQueries({ queryKey })
    },
  })
}

/** The row as it is stored now, for whoever was overtaken. */
export async function fetchDevice(id: number): Promise<contract.Device | undefined> {
  return (await call(contract.listDevices)).find((device) => device.id === id)
}
export async function fetchHomeAssistant(id: number): Promise<hubs.HomeAssistant | undefined> {
  return (await call(hubs.listHomeAssistants)).find((hub) => hub.id === id)
}

type Lasting = { order: { id: number; start: string; end: string | null } }

/** It follows the times of the order: another time is another grant. */
export const orderAccessQuery = ({ order: { id, start, end } }: Lasting) =>
  queryOptions({
    queryKey: ['access', id, start, end],
    queryFn: ({ signal }) => call(contract.getOrderAccess, { params: { orderId: id }, signal }),
  })

/** Longer than a slow lock takes, shorter than somebody stands before a door. */
const PATIENCE_MS = 15_000
const CHECKS = 4

export const openDoor = (orderId: number, deviceId: number) => (key: string) =>
  call(contract.openDoor, { params: { orderId, deviceId }, key, signal: AbortSignal.timeout(PATIENCE_MS) })

export const unlockDevice = (id: number) => (key: string) =>
  call(contract.unlockDevice, { params: { id }, key, signal: AbortSignal.timeout(PATIENCE_MS) })

/** No answer came, or none of ours: the door may be open all the same. */
export const isOutcomeUnknown = (error: Error): boolean =>
  !(error instanceof CallError) ||
  error.status === 0 ||
  error.status === 500 ||
  (error.status > 500 && error.body === undefined)

/**
 * Opens a door once. While the outcome is not known it is asked for again under the same key, which opens nothing
 * twice; the next press goes on with that key. Only a known outcome makes room for another attempt.
 */
export function useOpening(open: (key: string) => Promise<contract.Opened>) {
  const queryClient = useQueryClient()
  const key = useRef<string | null>(null)
  return useMutation<contract.Opened, Error, void>({
    mutationFn: () => {
      key.current ??= makeAttemptKey()
      return open(key.current)
    },
    retry: (failures, error) => failures < CHECKS && isOutcomeUnknown(error),
    retryDelay: (failures) => 1_000 * 2 ** failures,
    onSettled: (_opened, error) => {
      if (!error || !isOutcomeUnknown(error)) key.current = null
      void queryClient.invalidateQueries({ queryKey: doorStatesQuery.queryKey })
    },
  })
}

/** Asked for before anybody presses: a browser lets people choose a device only at once after a press. */
export const bluetoothLockQuery = queryOptions({
  queryKey: ['bluetooth-lock'],
  queryFn: ({ signal }) => call(getBluetoothLock, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
