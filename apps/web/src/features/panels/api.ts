import * as contract from '@keyhour/contract/panels'
import type { VisitMinutes } from '@keyhour/contract/visits'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { CallError, call } from '#web/api/call.ts'
import { nowMs } from '#web/clock.ts'

const REFRESH_MS = 30_000
/** A screen that was removed by mistake, or only seemed to be, comes back by itself. */
const REMOVED_REFRESH_MS = 120_000
/** A connection that has died gives no sign. */
const PATIENCE_MS = 12_000

/** Also how far the server's clock is ahead of this one. */
const withClock = <T extends { now: string }>(view: T) => ({
  view,
  ahead_ms: Date.parse(view.now) - nowMs(),
})

/** A proxy whose server is just restarting answers 404 without a sentence of ours. */
const saysRemoved = (error: unknown): boolean =>
  error instanceof CallError && error.status === 404 && error.body !== undefined

/** The last that the server said of the screen. While it cannot be asked, that stays, beside the error. */
export const panelQuery = (token: string) =>
  queryOptions({
    queryKey: ['panel', token],
    queryFn: async () => {
      const signal = AbortSignal.timeout(PATIENCE_MS)
      try {
        return withClock(await call(contract.readPanel, { params: { token }, signal }))
      } catch (error) {
        if (saysRemoved(error)) return 'removed' as const
        throw error
      }
    },
    refetchInterval: ({ state }) => (state.data === 'removed' ? REMOVED_REFRESH_MS : REFRESH_MS),
    retry: false,
    staleTime: 0,
  })

/** What somebody at the door does with their code. */
export type PanelAct = { kind: 'start'; minutes: VisitMinutes; price: string } | { kind: 'check in' }

/** Answers until when the space is taken; null for a check-in. */
export const usePanelAct = (token: string, act: PanelAct) =>
  useMutation({
    mutationFn: async (code: string): Promise<string | null> => {
      if (act.kind === 'start') {
        const body = { code, minutes: act.minutes }
        return (await call(contract.startAtPanel, { params: { token }, body })).until
      }
      await call(contract.checkInAtPanel, { params: { token }, body: { code } })
      return null
    },
  })

export const useMakePanelCode = () =>
  useMutation({ mutationFn: () => call(contract.makePanelCode), gcTime: 0 })

export const spaceNowQuery = (officeId: number, subOfficeId: number | undefined) =>
  queryOptions({
    // Under the key of orders: whatever changes an order refreshes this, too.
    queryKey: ['orders', 'space now', officeId, subOfficeId],
    queryFn: async ({ signal }) =>
      withClock(
        await call(contract.getSpaceNow, {
          params: { officeId },
          query: { sub_office_id: subOfficeId },
          signal,
        }),
      ),
    refetchInterval: REFRESH_MS,
  })

const panelsKey = (officeId: number) => ['panels', officeId]

export const panelsQuery = (officeId: number) =>
  queryOptions({
    queryKey: panelsKey(officeId),
    queryFn: ({ signal }) => call(contract.listPanels, { params: { officeId }, signal }),
  })

export function useMakePanel(officeId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: contract.PanelDraft) => call(contract.makePanel, { params: { officeId }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: panelsKey(officeId) }),
  })
}

export function useRemovePanel(officeId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (panelId: number) => call(contract.removePanel, { params: { officeId, panelId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: panelsKey(officeId) }),
  })
}
