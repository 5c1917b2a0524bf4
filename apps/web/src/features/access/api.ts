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

/** Each request makes the server ask every hub. */
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

export const doorStatesQuery = queryOptions({
  queryKey: [...DEVICES, 'states'],
  queryFn: ({ signal }) => call(contract.listDoorStates, { signal }),
  select: (states) => new Map(states.map((state) => [state.device_id, state])),
  refetchInterval: LOOK_AT_LOCKS_MS,
  retry: false,
})

/** Runs on request only; the result stays until the page is reloaded. */
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
/** Deletes a door, or restores a deleted one. */
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

/** Codes that should no longer be in their locks. */
export const stuckCodesQuery = queryOptions({
  queryKey: [...CODES, 'stuck'],
  queryFn: ({ signal }) => call(grants.listLockCodes, { signal }),
})

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

/** Refused because afterwards the server could no longer remove the codes from the locks. */
export const hasCodesInLocks = (error: Error | null): boolean =>
  error instanceof CallError && error.body?.codes_in_locks !== undefined

/** The address of a hub changes: it may be the same hub with the same codes. */
export const mayBeSameHub = (error: Error): boolean =>
  error instanceof CallError && error.body?.may_be_same_hub === true

const LOOK_AT_CODES_MS = 1000

/** Some codes could not be removed. Each of them carries its failure. */
export class CodesLeft extends Error {}

/** Removes all codes from the locks of a holder. Waits until the last one is out or the component is gone. */
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

/** Mutations of one row share this key, so that the row can show that it is busy. */
export const deviceActionKey = (id: number | undefined) => [...DEVICES, 'action', id]
export const hubActionKey = (id: number | undefined) => [...HUBS, 'action', id]

type Options<Answer, Input> = UseMutationOptions<Answer, Error, Input>

/** For calls that return the changed row: lists show it immediately, then refetch because its position may have changed. */
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

/** For calls that add or remove rows. */
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

/** The stored version, after somebody else has changed it. */
export async function fetchDevice(id: number): Promise<contract.Device | undefined> {
  return (await call(contract.listDevices)).find((device) => device.id === id)
}
export async function fetchHomeAssistant(id: number): Promise<hubs.HomeAssistant | undefined> {
  return (await call(hubs.listHomeAssistants)).find((hub) => hub.id === id)
}

type Lasting = { order: { id: number; start: string; end: string | null } }

/** The times are in the key because a moved order gets a new grant. */
export const orderAccessQuery = ({ order: { id, start, end } }: Lasting) =>
  queryOptions({
    queryKey: ['access', id, start, end],
    queryFn: ({ signal }) => call(contract.getOrderAccess, { params: { orderId: id }, signal }),
  })

/** Longer than a slow lock takes, shorter than people wait at a door. */
const PATIENCE_MS = 15_000
const CHECKS = 4

export const openDoor = (orderId: number, deviceId: number) => (key: string) =>
  call(contract.openDoor, { params: { orderId, deviceId }, key, signal: AbortSignal.timeout(PATIENCE_MS) })

export const unlockDevice = (id: number) => (key: string) =>
  call(contract.unlockDevice, { params: { id }, key, signal: AbortSignal.timeout(PATIENCE_MS) })

/** No answer, or not from our server: the door may be open nevertheless. */
export const isOutcomeUnknown = (error: Error): boolean =>
  !(error instanceof CallError) ||
  error.status === 0 ||
  error.status === 500 ||
  (error.status > 500 && error.body === undefined)

/**
 * Opens a door once. While the outcome is unknown, retries and later clicks reuse the same key, so that the door does not
 * open twice. A known outcome ends the use of that key.
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

/** Fetched in advance: browsers open the device chooser only directly after a click. */
export const bluetoothLockQuery = queryOptions({
  queryKey: ['bluetooth-lock'],
  queryFn: ({ signal }) => call(getBluetoothLock, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
