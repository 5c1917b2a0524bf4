import type { InstallationFacts } from '@keyhour/contract/finished-pages'
import type { Config } from '#server/config.ts'
import { escaped } from '#server/http/html.ts'

/** What prerendered pages say about this installation, escaped for HTML. */
export const installationFacts = ({
  publicUrl,
  appStoreUrl,
  playStoreUrl,
  socialHandle,
  contactEmail,
}: Config): InstallationFacts => ({
  ORIGIN: publicUrl,
  APP_STORE_URL: escaped(appStoreUrl ?? ''),
  PLAY_STORE_URL: escaped(playStoreUrl ?? ''),
  NOT_IN_A_STORE: appStoreUrl && playStoreUrl ? '' : 'yes',
  SOCIAL_HANDLE: escaped(socialHandle),
  CONTACT_EMAIL: escaped(contactEmail),
})
