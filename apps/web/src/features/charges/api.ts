import * as contract from '@keyhour/contract/charges'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { makeAttemptKey } from '#web/api/attempt-key.ts'
import { call, openFile } from '#web/api/call.ts'
import { findCharge, isOnItsWay } from '#web/features/charges/rules.ts'

const CHECK_MS = 1500
const RECEIPT_MS = 30_000

/** Below the key of the order: what changes the order refreshes its charges. */
const chargesKey = (orderId: number) => ['orders', orderId, 'charges']

/** The newest first. */
export const chargesQuery = (orderId: number) =>
  queryOptions({
    queryKey: chargesKey(orderId),
    queryFn: ({ signal }) => call(contract.listCharges, { params: { orderId }, signal }),
  })

type Returned = { orderId: number; chargeId: number | null; looksAgain: boolean }

/** Asks the payment provider again and again until it knows what became of the charge. */
export const checkedChargesQuery = ({ orderId, chargeId, looksAgain }: Returned) =>
  queryOptions({
    queryKey: [...chargesKey(orderId), 'checked'],
    queryFn: ({ signal }) => call(contract.checkCharges, { params: { orderId }, signal }),
    enabled: chargeId !== null,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      looksAgain && isOnItsWay(findCharge(data, chargeId)) ? CHECK_MS : false,
  })

export const cardsQuery = queryOptions({
  queryKey: ['cards'],
  queryFn: ({ signal }) => call(contract.listCards, { signal }),
})

/** Orders, balances and saved cards change with a charge. */
export function useRefreshOrders() {
  const queryClient = useQueryClient()
  return () => {
    for (const queryKey of [['orders'], ['profile'], cardsQuery.queryKey])
      void queryClient.invalidateQueries({ queryKey })
  }
}

/** The next page shows a new or changed charge before it has asked for it. */
function useKeepCharge() {
  const queryClient = useQueryClient()
  return (orderId: number, charge: contract.Charge) => {
    const checked = checkedChargesQuery({ orderId, chargeId: charge.id, looksAgain: false })
    for (const { queryKey } of [chargesQuery(orderId), checked])
      queryClient.setQueryData(queryKey, (known = []) => [
        charge,
        ...known.filter(({ id }) => id !== charge.id),
      ])
    void queryClient.invalidateQueries({ queryKey: chargesQuery(orderId).queryKey, exact: true })
  }
}

type ChargeStart = { orderId: number; left: number; card: contract.ChargeRequest['card'] }

/** Retries use the same key, so that a lost reply does not charge twice. */
export function useStartCharge() {
  const keep = useKeepCharge()
  const last = useRef({ request: '', key: '' })
  return async ({ orderId, left, card }: ChargeStart): Promise<contract.Charge> => {
    const request = `${orderId} ${card} ${left}`
    if (last.current.request !== request) last.current = { request, key: makeAttemptKey() }
    const { key } = last.current
    const charge = await call(contract.startCharge, {
      params: { orderId },
      body: { card, expected_left: left },
      key,
    })
    last.current = { request: '', key: '' }
    keep(orderId, charge)
    return charge
  }
}

export function useEndTestCharge(orderId: number, id: number) {
  const keep = useKeepCharge()
  const refresh = useRefreshOrders()
  return useMutation({
    mutationFn: (outcome: 'paid' | 'declined') =>
      call(contract.endTestCharge, { params: { orderId, id }, body: { outcome } }),
    onSuccess: (charge) => {
      keep(orderId, charge)
      refresh()
    },
  })
}

export async function fetchChargeReceipt(orderId: number, id: number): Promise<Blob> {
  const file = await openFile(contract.getChargeReceipt, {
    params: { orderId, id },
    signal: AbortSignal.timeout(RECEIPT_MS),
  })
  return file.blob()
}

export function useForgetCard(onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (card: string) => call(contract.forgetCard, { params: { card } }),
    onSuccess: (_, card) => {
      queryClient.setQueryData(cardsQuery.queryKey, (cards) => cards?.filter(({ id }) => id !== card))
      void queryClient.invalidateQueries({ queryKey: cardsQuery.queryKey })
      onDone()
    },
  })
}
