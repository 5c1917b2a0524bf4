import type { AdminOffice, IntegrationState } from '@keyhour/contract/admin-offices'
import { Popover, Text } from '@mantine/core'
import {
  IconAlertTriangleFilled,
  IconArmchair,
  IconBrandGoogle,
  IconBrandOffice,
  IconBuildingCommunity,
  IconBulb,
  IconCheck,
  IconKey,
  IconMapPin,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/admin-offices/offices.module.css'
import { PROVIDER_NAMES } from '#web/features/admin-offices/rules.ts'
import { serverText } from '#web/texts/i18n.ts'

const ICONS: Record<IntegrationState['provider'], TablerIcon> = {
  google: IconBrandGoogle,
  outlook: IconBrandOffice,
  pickspace: IconMapPin,
  nexudus: IconBuildingCommunity,
  roo: IconArmchair,
  openpath: IconKey,
  tuya: IconBulb,
}
const MARKS: Record<IntegrationState['state'], TablerIcon> = {
  connected: IconCheck,
  failing: IconAlertTriangleFilled,
  disconnected: IconX,
}

/** Each outside service by its sign with its state as a mark; in words when it is asked. */
export function Integrations({ office: { name, integrations } }: { office: AdminOffice }) {
  const { t } = useTranslation('admin-offices')
  if (integrations.length === 0) return null
  const inWords = ({ provider, state }: IntegrationState) =>
    `${PROVIDER_NAMES[provider]}: ${t(`table.integration.${state}`)}`
  return (
    <Popover position="bottom-start" shadow="md" withArrow trapFocus={false} returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes.integrations}
          aria-label={t('table.integrationsOf', { name, states: integrations.map(inWords).join(', ') })}
        >
          {integrations.map((integration) => (
            <Sign key={integration.provider} {...integration} />
          ))}
        </button>
      </Popover.Target>
      <Popover.Dropdown maw={320}>
        <ul className={classes.states}>
          {integrations.map((integration) => (
            <li key={integration.provider}>
              <Sign {...integration} />
              <div>
                <Text size="sm">{inWords(integration)}</Text>
                {integration.failure !== null && (
                  <Text size="sm" c="danger">
                    {serverText(integration.failure)}
                  </Text>
                )}
              </div>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}

function Sign({ provider, state }: IntegrationState) {
  const [Icon, Mark] = [ICONS[provider], MARKS[state]]
  return (
    <span className={classes.sign} data-state={state} aria-hidden>
      <Icon size={18} />
      <Mark size={12} stroke={3} className={classes.mark} />
    </span>
  )
}
