import { listDevices, listHomeAssistants } from '@keyhour/contract/access'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'

export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: ({ signal }) => call(listDevices, { signal }),
})

export const homeAssistantsQuery = queryOptions({
  queryKey: ['home-assistants'],
  queryFn: ({ signal }) => call(listHomeAssistants, { signal }),
})
