import * as contract from '@keyhour/contract/access'
import { getBluetoothLock } from '@keyhour/contract/status'
import {
  keepPreviousData,
  queryOptions,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { makeAttemptKey } from '#web/api/attempt-key.ts'
import { CallError, call, callPage, type Page } from '#web/api/call.ts'
import type { AccessWish } from '#web/features/access/rules.ts'

/** Each look asks every hub. */
const LOOK_AT_LOCKS_MS = 15_000

const DEVICES = ['devices']
export const DEVICE_LISTS = [...DEVICES, 'list']
const HUBS = ['home-assistants']
export const HUB_LISTS = [...HUBS, 'list']

export const devicesQuery = (wish: AccessWish) =>
  queryOptions({
    queryKey: [...DEVICE_LISTS, wish],
    queryFn: ({ signal }) => callPage(contract.listDevices, { query: wish, signal }),
    placeholderData: keepPreviousData,
  })

export const homeAssistantsQuery = (wish: AccessWish) =>
  queryOptions({
    queryKey: [...HUB_LISTS, wish],
    queryFn: ({ signal }) => callPage(contract.listHomeAssistants, { query: wish, signal }),
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
    queryFn: ({ signal }) => call(contract.testHomeAssistant, { params: { id }, signal }),
    enabled: false,
    retry: false,
    gcTime: Number.POSITIVE_INFINITY,
  })

export const hubLocksQuery = (id: number) =>
  queryOptions({
    queryKey: [...HUBS, id, 'locks'],
    queryFn: ({ signal }) => call(contract.listHubLocks, { params: { id }, signal }),
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

export const addHomeAssistant = (body: contract.HomeAssistantForm) =>
  call(contract.addHomeAssistant, { body })
export const changeHomeAssistant = ({ id, ...body }: contract.HomeAssistantUpdate & { id: number }) =>
  call(contract.changeHomeAssistant, { params: { id }, body })
export const deleteHomeAssistant = (id: number) => call(contract.deleteHomeAssistant, { params: { id } })
export const importHubLocks = (id: number, home_assistant_ids: string[]) =>
  call(contract.importHubLocks, { params: { id }, body: { home_assistant_ids } })

/** Whatever is done with one row has this key: so the row knows that something is. */
export const deviceActionKey = (id: number | undefined) => [...DEVICES, 'action', id]
export const hubActionKey = (id: number | undefined) => [...HUBS, 'action', id]

type Options<Answer, Input> = UseMutationOptions<Answer, Error, Input>

/** For calls that answer the door as it is afterwards: every list shows that at once, and then asks for its order. */
export const useDeviceChange = <Input>(id: number | undefined, options: Options<contract.Device, Input>) =>
  useRowChange(DEVICE_LISTS, { mutationKey: deviceActionKey(id), ...options })

export const useHubChange = <Input>(
  id: number | undefined,
  options: Options<contract.HomeAssistant, Input>,
) => useRowChange(HUB_LISTS, { mutationKey: hubActionKey(id), ...options })

function useRowChange<Row extends { id: number }, Input>(
  lists: string[],
  { onSuccess, ...options }: Options<Row, Input>,
) {
  const queryClient = useQueryClient()
  return useMutation<Row, Error, Input>({
    ...options,
    onSuccess: (changed, ...more) => {
      queryClient.setQueriesData<Page<Row[]>>(
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
export async function fetchHomeAssistant(id: number): Promise<contract.HomeAssistant | undefined> {
  return (await call(contract.listHomeAssistants)).find((hub) => hub.id === id)
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
