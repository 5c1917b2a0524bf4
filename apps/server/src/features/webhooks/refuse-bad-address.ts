import { badField } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { findHubAddressProblem, type HubAddressProblem } from '#server/outside/hub-address.ts'

const SENTENCES: Record<HubAddressProblem, string> = {
  unreadable: 'Should be an address like https://example.com/webhooks',
  credentials_in_it: 'Should not contain a user name or password',
  forbidden_network: 'Webhooks cannot be sent to this network',
  needs_https: 'Should start with https://',
}

/** A name is resolved and checked at each delivery. */
export function refuseBadAddress({ config: { webhookNetworks } }: Deps, url: string): void {
  const isPlain = webhookNetworks === 'public' && url.toLowerCase().startsWith('http:')
  const problem = findHubAddressProblem(url, webhookNetworks) ?? (isPlain ? 'needs_https' : undefined)
  if (problem) throw badField('url', SENTENCES[problem])
}
