import type { Charge } from '@keyhour/contract/charges'
import type { OrderDetails } from '@keyhour/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useUser } from '#web/api/session.ts'
import { nowMs } from '#web/clock.ts'
import { checkedChargesQuery } from '#web/features/charges/api.ts'
import { findCharge, isOnItsWay } from '#web/features/charges/rules.ts'
import { useNow } from '#web/ui/now.ts'

const TICK_MS = 5000
/** After that the news comes by mail, or when the customer asks. */
const PATIENCE_MS = 30_000

export type ReturnedCharge = {
  charge: Charge | undefined
  query: ReturnType<typeof useQuery<Charge[]>>
  /** The customer came back without paying. */
  isLeft: boolean
  /** Its outcome may arrive any moment. */
  isConfirming: boolean
}

/** The charge that the address of the order names, after the customer was at the payment provider. */
export function useReturnedCharge(order: OrderDetails): ReturnedCharge | null {
  const [address] = useSearchParams()
  const [since] = useState(nowMs)
  const isOwn = useUser()?.id === order.user_id
  const chargeId = isOwn ? Number(address.get('charge')) || null : null
  const isLeft = address.get('left') !== null
  const isPatient = useNow(TICK_MS) < since + PATIENCE_MS
  const looksAgain = isPatient && !isLeft
  const query = useQuery(checkedChargesQuery({ orderId: order.id, chargeId, looksAgain }))
  // After another try, the address may still name the earlier one.
  if (chargeId === null || query.data?.some(({ id }) => id > chargeId)) return null
  const charge = findCharge(query.data, chargeId)
  return { charge, query, isLeft, isConfirming: looksAgain && isOnItsWay(charge) }
}
