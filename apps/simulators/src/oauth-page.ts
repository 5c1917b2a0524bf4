import { escaped, page } from './page.ts'

type Consent = {
  service: string
  accounts: { email: string; name: string }[]
  scopes: string[]
  /** Whether the person can leave out some of what is asked for. */
  isSelective: boolean
}

const title = (service: string) => `Sign in with ${service}`
const note = (service: string) => `Simulated ${service}: no account is touched.`

/** The form goes to the address of the page itself, which carries the request. */
export const consentPage = ({ service, accounts, scopes, isSelective }: Consent): string =>
  page({
    title: title(service),
    note: note(service),
    body: `<h1>Keyhour wants to access your ${escaped(service)} account</h1>
<form method="post">
  <fieldset>
    <legend>Account</legend>
    ${accounts
      .map(
        ({ email, name }, at) =>
          `<label><input type="radio" name="account" value="${escaped(email)}"${at === 0 ? ' checked' : ''}>${escaped(name)} (${escaped(email)})</label>`,
      )
      .join('\n    ')}
  </fieldset>
  <fieldset>
    <legend>Keyhour will be able to use</legend>
    ${scopes.map((scope) => (isSelective ? choice(scope) : `<div>${nameOf(scope)}</div>`)).join('\n    ')}
  </fieldset>
  <button name="decision" value="allow">Allow</button>
  <button name="decision" value="cancel">Cancel</button>
</form>`,
  })

const nameOf = (scope: string) => escaped(scope.slice(scope.lastIndexOf('/') + 1))

const choice = (scope: string) =>
  `<label><input type="checkbox" name="scope" value="${escaped(scope)}" checked>${nameOf(scope)}</label>`

export const refusedPage = (service: string, error: string): string =>
  page({
    title: title(service),
    note: note(service),
    body: `<h1>Access blocked</h1>\n<p role="alert">${escaped(error)}</p>`,
  })
