import { type AdminOffice, type IntegrationState, MASKED_PASSWORD } from '@keyhour/contract/admin-offices'
import { Badge, Popover, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import {
  IconAlertTriangleFilled,
  IconArmchair,
  IconBrandGoogle,
  IconBrandOffice,
  IconBuildingCommunity,
  IconBulb,
  IconCheck,
  IconChevronDown,
  IconChevronRight,
  IconCopy,
  IconEye,
  IconEyeOff,
  IconKey,
  IconMapPin,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { revealWifiPassword } from '#web/features/admin-offices/api.ts'
import classes from '#web/features/admin-offices/offices.module.css'
import { rowNameId } from '#web/features/admin-offices/row-actions.tsx'
import { flagsOf, isDeleted, type OfficeRow, priceOf } from '#web/features/admin-offices/rules.ts'
import { IntegrationFacts } from '#web/features/integrations/integration-facts.tsx'
import { PROVIDER_NAMES, shownState } from '#web/features/integrations/rules.ts'
import { formatMoney } from '#web/format/money.ts'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'

/** Shows and hides the sub-offices of a row. */
export type Disclosure = { isOpen: boolean; onToggle: () => void }

/** Also says in words what the colours of the row mean. */
export function NameCell({ row, isOpen, onToggle }: Disclosure & { row: OfficeRow }) {
  const { t } = useTranslation('admin-offices')
  const { office, space, spaces } = row
  const { name } = space ?? office
  const isEmpty = spaces.length === 0
  return (
    <div className={classes.name} data-inside={space !== null || undefined}>
      {!space && (
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-label={t('table.spacesOf', { name, count: spaces.length })}
          onClick={onToggle}
          hidden={isEmpty}
        >
          <Chevron isOpen={isOpen} />
        </button>
      )}
      <div className={classes.words}>
        <bdi id={rowNameId(row)} className={classes.title} title={name}>
          {name}
        </bdi>
        <RowState row={row} />
      </div>
    </div>
  )
}

export const Chevron = ({ isOpen }: { isOpen: boolean }) =>
  isOpen ? (
    <IconChevronDown aria-hidden size={18} />
  ) : (
    <IconChevronRight aria-hidden size={18} className={classes.chevron} />
  )

export function RowState({ row }: { row: OfficeRow }) {
  const { t } = useTranslation('admin-offices')
  const flags = row.space ? [] : flagsOf(row.office)
  if (isDeleted(row))
    return (
      <Badge size="sm" color="danger" className={classes.state}>
        {t('table.deleted')}
      </Badge>
    )
  return (
    flags.length > 0 && (
      <span className={classes.flags}>{flags.map((flag) => t(`table.flag.${flag}`)).join(' · ')}</span>
    )
  )
}

/** The tooltip shows text that does not fit. */
export function TextCell({ text }: { text: string | null | undefined }) {
  return text ? (
    <bdi className={classes.text} title={text}>
      {text}
    </bdi>
  ) : null
}

export function HoursCell({ hours }: { hours: string | null }) {
  const { t } = useTranslation('admin-offices')
  return <TextCell text={hours ?? t('table.aroundTheClock')} />
}

export function PriceCell({ row }: { row: OfficeRow }) {
  const { t } = useTranslation('admin-offices')
  const price = priceOf(row)
  return (
    price && <bdi title={t(`table.per.${price.per}`)}>{formatMoney(price.cents, row.office.currency)}</bdi>
  )
}

/** A revealed password hides again after this long. */
const SHOWN_MS = 30_000

export function WifiPassword({ office }: { office: AdminOffice }) {
  // Masks the password again when the office has changed.
  return office.wifi_password ? <Password key={office.version} office={office} /> : null
}

function Password({ office: { id, name } }: { office: AdminOffice }) {
  const { t } = useTranslation('admin-offices')
  const { copy, copied } = useClipboard()
  const [shown, setShown] = useState<string | null>(null)
  const reveal = useMutation({
    mutationFn: revealWifiPassword,
    onSuccess: ({ wifi_password }) =>
      wifi_password === null ? notify(t('table.wifi.unreadable'), 'error') : setShown(wifi_password),
    onError: (error) => notifyFailure(error),
  })
  useEffect(() => {
    if (shown === null) return
    const timer = setTimeout(() => setShown(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown])

  const label = shown === null ? t('table.wifi.show', { name }) : t('table.wifi.hide', { name })
  const copyLabel = copied ? t('table.wifi.copied') : t('table.wifi.copy', { name })
  return (
    <div className={classes.password}>
      <bdi className={classes.secret} title={shown ?? undefined}>
        {shown ?? MASKED_PASSWORD}
      </bdi>
      {shown !== null && (
        <button
          type="button"
          className={classes.action}
          aria-label={copyLabel}
          title={copyLabel}
          onClick={() => copy(shown)}
        >
          {copied ? <IconCheck aria-hidden size={18} /> : <IconCopy aria-hidden size={18} />}
        </button>
      )}
      <button
        type="button"
        className={classes.action}
        aria-label={label}
        title={label}
        disabled={reveal.isPending}
        onClick={() => (shown === null ? reveal.mutate(id) : setShown(null))}
      >
        {shown === null ? <IconEye aria-hidden size={18} /> : <IconEyeOff aria-hidden size={18} />}
      </button>
    </div>
  )
}

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

/** An icon with a mark for each outside service; a click shows the states in words. */
export function Integrations({ office: { name, integrations } }: { office: AdminOffice }) {
  const { t } = useTranslation('admin-offices')
  if (integrations.length === 0) return null
  const inWords = (integration: IntegrationState) =>
    `${PROVIDER_NAMES[integration.provider]}: ${t(`table.integration.${shownState(integration)}`)}`
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
                <IntegrationFacts {...integration} />
              </div>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}

function Sign(integration: IntegrationState) {
  const state = shownState(integration)
  const [Icon, Mark] = [ICONS[integration.provider], MARKS[state]]
  return (
    <span className={classes.sign} data-state={state} aria-hidden>
      <Icon size={18} />
      <Mark size={12} stroke={3} className={classes.mark} />
    </span>
  )
}
