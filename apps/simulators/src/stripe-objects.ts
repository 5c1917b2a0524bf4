type Metadata = Record<string, string>

export type Session = {
  id: string
  object: 'checkout.session'
  amount_subtotal: number
  amount_total: number
  cancel_url: string | null
  client_reference_id: string | null
  created: number
  currency: string
  customer: string | null
  customer_email: string | null
  customer_details: { email: string | null } | null
  expires_at: number
  livemode: false
  metadata: Metadata
  mode: string
  payment_intent: string | null
  payment_status: 'paid' | 'unpaid'
  status: 'open' | 'complete' | 'expired'
  success_url: string
  ui_mode: 'hosted_page'
  url: string | null
}

export type Intent = {
  id: string
  object: 'payment_intent'
  amount: number
  amount_capturable: number
  amount_received: number
  capture_method: 'automatic' | 'automatic_async' | 'manual'
  canceled_at: number | null
  client_secret: string
  created: number
  currency: string
  customer: string | null
  description: string | null
  last_payment_error: object | null
  latest_charge: string | null
  livemode: false
  metadata: Metadata
  next_action: object | null
  payment_method: string | null
  setup_future_usage: string | null
  status: 'requires_payment_method' | 'requires_action' | 'requires_capture' | 'succeeded' | 'canceled'
}

export type Charge = {
  id: string
  object: 'charge'
  amount: number
  amount_captured: number
  amount_refunded: number
  captured: boolean
  created: number
  currency: string
  customer: string | null
  disputed: boolean
  livemode: false
  metadata: Metadata
  paid: boolean
  payment_intent: string
  payment_method: string
  payment_method_details: { type: 'card'; card: { brand: string; last4: string } }
  refunded: boolean
  status: 'succeeded'
}

export type Refund = {
  id: string
  object: 'refund'
  amount: number
  charge: string
  created: number
  currency: string
  failure_reason?: string
  metadata: Metadata
  payment_intent: string
  reason: string | null
  status: 'pending' | 'succeeded' | 'failed' | 'canceled'
}

export type Dispute = {
  id: string
  object: 'dispute'
  amount: number
  charge: string
  created: number
  currency: string
  livemode: false
  metadata: Metadata
  payment_intent: string
  reason: string
  status: 'needs_response' | 'won' | 'lost'
}

export type PaymentMethod = {
  id: string
  object: 'payment_method'
  type: 'card'
  /** `fingerprint`: the same for the same number. */
  card: { brand: string; last4: string; fingerprint: string; exp_month: number; exp_year: number }
  created: number
  customer: string | null
  livemode: false
}

export type Customer = {
  id: string
  object: 'customer'
  created: number
  email: string | null
  livemode: false
  metadata: Metadata
  name: string | null
}
