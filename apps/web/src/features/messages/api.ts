import { listMessages } from '@keyhour/contract/messages'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'

export const messagesQuery = queryOptions({
  queryKey: ['messages'],
  queryFn: ({ signal }) => call(listMessages, { signal }),
})
