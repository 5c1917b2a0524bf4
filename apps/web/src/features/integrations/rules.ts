import type { IntegrationState } from '@keyhour/contract/admin-offices'

/** Brand names are not translated. */
export const PROVIDER_NAMES = {
  google: 'Google',
  outlook: 'Outlook',
  pickspace: 'Pickspace',
  nexudus: 'Nexudus',
  roo: 'Roo',
  openpath: 'Openpath',
  tuya: 'Tuya',
} as const satisfies Record<IntegrationState['provider'], string>

/** A service that answers, but has a linked calendar that cannot be read, is failing too. */
export const shownState = ({ state, failing_links }: IntegrationState): IntegrationState['state'] =>
  state === 'connected' && failing_links > 0 ? 'failing' : state
