import * as answers from '@keyhour/contract/answers'
import { getAttachment, listAttachments } from '@keyhour/contract/attachments'
import * as contract from '@keyhour/contract/messages'
import {
  keepPreviousData,
  type MutationState,
  queryOptions,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { CallError, call, callPage, type ListPage, openFile } from '#web/api/call.ts'
import { useAdminChanges } from '#web/api/live.ts'
import { useUser } from '#web/api/session.ts'
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

export type AnswerAttempt = answers.NewAnswer & { key: string }
type SentDraft = { forget: (sent: AnswerAttempt) => void; forgetAttempt: () => void }

/** Prefix of the keys of one admin's answers; the id of the message follows. */
const useAnswersKey = () => [...MESSAGES, 'answers of', useUser()?.id]

/**
 * Goes on when its form is left, and later forms see how it went. Says which post was shown last, so that a reply that
 * came since stays unread. Shows the answer in its thread immediately.
 */
export function useAnswer(id: number, draft: SentDraft) {
  const queryClient = useQueryClient()
  const mutationKey = [...useAnswersKey(), id]
  function reset(): void {
    const all = queryClient.getMutationCache()
    for (const failed of all.findAll({ mutationKey, status: 'error' })) all.remove(failed)
  }
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: ({ key, ...typed }: AnswerAttempt) => {
      const shown = queryClient.getQueryData(threadQuery(id).queryKey)
      const body = { ...typed, last_post_id: shown?.posts.at(-1)?.id ?? 0 }
      return call(answers.answerMessage, { params: { id }, body, key })
    },
    onSuccess: (post, sent) => {
      draft.forget(sent)
      reset()
      queryClient.setQueryData(
        threadQuery(id).queryKey,
        (thread) =>
          thread && { ...thread, posts: [...thread.posts.filter((one) => one.id !== post.id), post] },
      )
      void queryClient.invalidateQueries({ queryKey: MESSAGES })
    },
    onError: (error) => {
      if (isRefusal(error)) draft.forgetAttempt()
    },
    // A failure waits until it is seen.
    gcTime: Number.POSITIVE_INFINITY,
  })
  type State = MutationState<answers.Post, Error, AnswerAttempt>
  const last = useMutationState<State>({ filters: { mutationKey } }).at(-1)
  const { error = null, variables } = last ?? {}
  return { mutate, reset, isPending: last?.status === 'pending', error, variables }
}

/** Nothing was sent, so the next attempt is a new request. */
const isRefusal = (error: Error): boolean =>
  error instanceof CallError && error.status >= 400 && error.status < 500

/** The messages with an answer that could not be sent so far. */
export function useFailedAnswers(): number[] {
  const failed = useMutationState({
    filters: { mutationKey: useAnswersKey(), status: 'error' },
    select: ({ options }) => Number(options.mutationKey?.at(-1)),
  })
  return [...new Set(failed)]
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
