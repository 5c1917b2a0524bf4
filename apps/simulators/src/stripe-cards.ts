export type Decline = { code: string; decline_code: string | null; message: string }

type Card = {
  brand: string
  /** Refused whenever it is charged. */
  decline?: Decline
  /** Asks for 3-D Secure: with every charge, or only until it was saved for later. */
  authentication?: 'always' | 'until saved'
  /** A refund to it stays pending, or is reported as done and fails later. */
  refund?: 'pending' | 'fails later'
}

const decline = (decline_code: string, message: string): Decline => ({
  code: 'card_declined',
  decline_code,
  message,
})

/** Stripe's own test numbers, with their outcomes. */
export const CARDS: Record<string, Card> = {
  '4242424242424242': { brand: 'visa' },
  '4000000000000002': { brand: 'visa', decline: decline('generic_decline', 'Your card was declined.') },
  '4000000000009995': {
    brand: 'visa',
    decline: decline('insufficient_funds', 'Your card has insufficient funds.'),
  },
  '4000000000000069': {
    brand: 'visa',
    decline: { code: 'expired_card', decline_code: null, message: 'Your card has expired.' },
  },
  '4000000000000127': {
    brand: 'visa',
    decline: {
      code: 'incorrect_cvc',
      decline_code: null,
      message: "Your card's security code is incorrect.",
    },
  },
  '4000002500003155': { brand: 'visa', authentication: 'until saved' },
  '4000002760003184': { brand: 'visa', authentication: 'always' },
  '4000000000007726': { brand: 'visa', refund: 'pending' },
  '4000000000005126': { brand: 'visa', refund: 'fails later' },
}

export const NO_SUCH_CARD: Decline = {
  code: 'incorrect_number',
  decline_code: null,
  message: 'Your card number is incorrect.',
}

export const NOT_AUTHENTICATED: Decline = {
  code: 'payment_intent_authentication_failure',
  decline_code: null,
  message: 'We are unable to authenticate your payment method. Please choose a different one and try again.',
}

export const AUTHENTICATION_REQUIRED: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}
