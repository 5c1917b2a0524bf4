import { escaped, page as pageOf } from './page.ts'

const SIGNS: Record<string, string> = { usd: '$', eur: '€', ils: '₪', gbp: '£' }

type Shown = {
  id: string
  amount_total: number
  currency: string
  cancel_url: string | null
  name: string
  email: string | null
}

const page = (title: string, body: string): string =>
  pageOf({ title, note: 'Simulated Stripe: no money moves.', body })

const amountOf = ({ amount_total, currency }: Shown): string =>
  `${SIGNS[currency] ?? currency.toUpperCase()}${(amount_total / 100).toFixed(2)}`

export function checkoutPage(session: Shown, failure?: string): string {
  const { id, name, email, cancel_url } = session
  return page(
    'Checkout',
    `<h1>${escaped(name)}</h1>
<p>${amountOf(session)}${email ? ` · ${escaped(email)}` : ''}</p>
${failure ? `<p role="alert">${escaped(failure)}</p>` : ''}
<form method="post" action="/c/pay/${id}">
  <label for="number">Card number</label>
  <input id="number" name="number" inputmode="numeric" autocomplete="off" required>
  <button>Pay ${amountOf(session)}</button>
</form>
${cancel_url ? `<a href="${escaped(cancel_url)}">Back</a>` : ''}`,
  )
}

export const authenticationPage = ({ id }: Shown): string =>
  page(
    '3-D Secure',
    `<h1>3-D Secure</h1>
<p>Your bank asks you to confirm this payment.</p>
<form method="post" action="/c/pay/${id}/authenticate">
  <button name="outcome" value="complete">Complete authentication</button>
  <button name="outcome" value="fail">Fail authentication</button>
</form>`,
  )

export const finishedPage = (sentence: string): string => page('Checkout', `<h1>${escaped(sentence)}</h1>`)
