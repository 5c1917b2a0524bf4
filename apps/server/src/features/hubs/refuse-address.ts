import type { Config } from '#server/config.ts'
import { badField } from '#server/http/refusal.ts'
import { findHubAddressProblem, type HubAddressProblem } from '#server/outside/hub-address.ts'

const SENTENCES: Record<HubAddressProblem, string> = {
  unreadable: 'Should be an address like https://hub.example',
  credentials_in_it: 'The address cannot contain a user name or a password.',
  forbidden_network: 'Keyhour does not connect to hubs at this address.',
  needs_https: 'Outside your own network, the address must start with https.',
}

/** The server calls this address, so it must not lead to internal services. */
export function refuseAddress({ hubNetworks }: Config, url: string): void {
  const problem = findHubAddressProblem(url, hubNetworks)
  if (problem) throw badField('url', SENTENCES[problem])
}
