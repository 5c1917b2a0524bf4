import type { PaymentWay } from '@keyhour/contract/payments'
import type { Config } from '#server/config.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { PaymentProvider } from '#server/outside/payment-provider.ts'
import { stripe } from '#server/outside/stripe.ts'

/** `way`: how packs are paid here. */
export type Payments = PaymentProvider & { way: PaymentWay }

type Circumstances = { now: () => Date; patienceMs?: number }

export function choosePayments({ stripe: account, demo }: Config, circumstances: Circumstances): Payments {
  if (account) return { way: 'card', ...stripe(account, circumstances) }
  return { way: demo ? 'test' : 'invoice', ...noProvider }
}

const refuseUnconfigured = (): never => {
  throw new Refusal('unavailable', 'Card payments are not set up here.')
}
const refuseCall = async (): Promise<never> => refuseUnconfigured()

const noProvider: PaymentProvider = {
  leastCharge: {},
  startCheckout: refuseCall,
  findCheckout: refuseCall,
  findToken: refuseCall,
  expireCheckout: refuseCall,
  refund: refuseCall,
  findRefund: refuseCall,
  makeCustomer: refuseCall,
  forgetCustomer: refuseCall,
  listCards: refuseCall,
  forgetCard: refuseCall,
  authorise: refuseCall,
  findReserved: refuseCall,
  findCharge: refuseCall,
  capture: refuseCall,
  cancel: refuseCall,
  readEvent: refuseUnconfigured,
}
