const SIGNS: Record<string, string> = { usd: '$', eur: '€', ils: '₪', gbp: '£' }

type Shown = {
  id: string
  amount_total: number
  currency: string
  cancel_url: string | null
  name: string
  email: string | null
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 3rem auto; padding: 0 1rem; color: #1a1f36 }
  label, input, button { display: block; width: 100%; box-sizing: border-box; font: inherit }
  input, button { margin: .25rem 0 1rem; padding: .6rem; border: 1px solid #94a; border-radius: 6px }
  button { background: #635bff; color: #fff; border-color: #635bff; cursor: pointer }
  button[value=fail] { background: #fff; color: #1a1f36 }
  .note { background: #fff4d6; padding: .5rem .75rem; border-radius: 6px }
  [role=alert] { color: #b00020 }
</style>
</head>
<body>
<p class="note">Simulated Stripe: no money moves.</p>
${body}
</body>
</html>`

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
