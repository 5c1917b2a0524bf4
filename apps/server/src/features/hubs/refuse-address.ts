import type { Config } from '#server/config.ts'
import { badField } from '#server/http/refusal.ts'
import { findHubAddressProblem, type HubAddressProblem } from '#server/outside/hub-address.ts'

const SENTENCES: Record<HubAddressProblem, string> = {
  unreadable: 'Should be an address like https://hub.example',
  credentials_in_it: 'The address should contain neither a name nor a password.',
  forbidden_network: 'No hub is called at this address.',
  needs_https: 'Outside of your own network it should begin with https.',
}

/** The server calls this address, so it must not lead to internal services. */
export function refuseAddress({ hubNetworks }: Config, url: string): void {
  const problem = findHubAddressProblem(url, hubNetworks)
  if (problem) throw badField('url', SENTENCES[problem])
}
