import * as answers from '@keyhour/contract/answers'
import { getAttachment, listAttachments } from '@keyhour/contract/attachments'
import * as contract from '@keyhour/contract/messages'
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, callPage, type ListPage, openFile } from '#web/api/call.ts'
import { useAdminChanges } from '#web/api/live.ts'
import type { MessageEdit, MessagesView } from '#web/features/messages/rules.ts'

/** Prefix of every query about messages. */
const MESSAGES = ['messages']
const LISTS = [...MESSAGES, 'list']

export const messagesQuery = (view: MessagesView) =>
  queryOptions({
    queryKey: [...LISTS, view],
    queryFn: ({ signal }) => callPage(contract.listMessages, { query: view, signal }),
    placeholderData: keepPreviousData,
  })

export const messageQuery = (id: number) =>
  queryOptions({
    queryKey: [...MESSAGES, id],
    queryFn: ({ signal }) => call(contract.getMessage, { params: { id }, signal }),
  })

/** Files never change, so they are not among the queries that a change refreshes. */
const ATTACHMENTS = ['message-attachments']

export const attachmentsQuery = (id: number) =>
  queryOptions({
    queryKey: [...ATTACHMENTS, id],
    queryFn: ({ signal }) => call(listAttachments, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const attachmentQuery = (id: number, attachmentId: number) =>
  queryOptions({
    queryKey: [...ATTACHMENTS, id, attachmentId],
    queryFn: () => fetchAttachment(id, attachmentId),
    staleTime: Number.POSITIVE_INFINITY,
  })

const ATTACHMENT_MS = 60_000

export async function fetchAttachment(id: number, attachmentId: number): Promise<Blob> {
  const signal = AbortSignal.timeout(ATTACHMENT_MS)
  return (await openFile(getAttachment, { params: { id, attachmentId }, signal })).blob()
}

const unreadQuery = queryOptions({
  queryKey: [...MESSAGES, 'unread'],
  queryFn: ({ signal }) => call(contract.countUnreadMessages, { signal }),
})

/** How many messages nobody has read. Refreshes everything about messages when one arrives or changes. */
export function useUnreadMessages(): number {
  const queryClient = useQueryClient()
  useAdminChanges('messages', () => void queryClient.invalidateQueries({ queryKey: MESSAGES }))
  return useQuery(unreadQuery).data?.unread ?? 0
}

/** Shows the answer immediately, then refetches, because the message may belong elsewhere in the list now. */
export function useMessageChange() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, change }: MessageEdit) =>
      'assignee_id' in change
        ? call(answers.assignMessage, { params: { id }, body: change })
        : call(contract.changeMessage, { params: { id }, body: change }),
    onSuccess: (message) => {
      queryClient.setQueryData(messageQuery(message.id).queryKey, message)
      queryClient.setQueriesData<ListPage<contract.ContactMessage[]>>(
        { queryKey: LISTS },
        (page) => page && { ...page, rows: page.rows.map((row) => (row.id === message.id ? message : row)) },
      )
      void queryClient.invalidateQueries({ queryKey: MESSAGES })
    },
  })
}

export const threadQuery = (id: number) =>
  queryOptions({
    queryKey: [...MESSAGES, id, 'thread'],
    queryFn: ({ signal }) => call(answers.getThread, { params: { id }, signal }),
  })

/** Shows the answer in its thread immediately. */
export function useAnswer(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ key, ...body }: answers.NewAnswer & { key: string }) =>
      call(answers.answerMessage, { params: { id }, body, key }),
    onSuccess: (post) => {
      queryClient.setQueryData(
        threadQuery(id).queryKey,
        (thread) =>
          thread && { ...thread, posts: [...thread.posts.filter((one) => one.id !== post.id), post] },
      )
      void queryClient.invalidateQueries({ queryKey: MESSAGES })
    },
  })
}

export const assigneesQuery = queryOptions({
  queryKey: [...MESSAGES, 'assignees'],
  queryFn: ({ signal }) => call(answers.listAssignees, { signal }),
})

export const cannedAnswersQuery = queryOptions({
  queryKey: [...MESSAGES, 'canned answers'],
  queryFn: ({ signal }) => call(answers.listCannedAnswers, { signal }),
})

type TypedCannedAnswer = answers.CannedAnswerForm & { overwrites: boolean }

/** `answer`: null for a new one. */
export function useCannedAnswerSaving(answer: answers.CannedAnswer | null) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ overwrites, ...form }: TypedCannedAnswer) => {
      if (!answer) return call(answers.addCannedAnswer, { body: form })
      const body = { ...form, ...(!overwrites && { version: answer.version }) }
      return call(answers.changeCannedAnswer, { params: { id: answer.id }, body })
    },
    onSettled: () => queryClient.invalidateQueries(cannedAnswersQuery),
  })
}

export function useCannedAnswerDeletion(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(answers.deleteCannedAnswer, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries(cannedAnswersQuery),
  })
}
