import { MOST_COUNTED, type Webhook, WebhookKind } from '@keyhour/contract/webhooks'
import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { LOG_ID } from '#web/features/webhooks/rules.ts'
import { WebhookState } from '#web/features/webhooks/state-badges.tsx'
import {
  WebhookActions,
  type WebhookHandlers,
  WebhookSwitch,
  webhookNameId,
} from '#web/features/webhooks/webhook-actions.tsx'
import classes from '#web/features/webhooks/webhooks.module.css'
import { formatDayAndTime, viewerZone } from '#web/format/time.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { FactCards } from '#web/ui/fact-cards.tsx'
import { useIsPhone } from '#web/ui/phone.ts'

type Props = { webhooks: Webhook[] } & WebhookHandlers

/** A table, or cards on a phone. */
export function WebhookList({ webhooks, ...handlers }: Props) {
  const { t } = useTranslation('webhooks')
  const isPhone = useIsPhone()
  const name: Column<Webhook> = {
    key: 'name',
    heading: t('column.name'),
    cell: ({ id, name, url }) => (
      <div className={classes.name}>
        <bdi id={webhookNameId(id)}>{name}</bdi>
        <Text size="sm" c="dimmed" className={classes.url} dir="ltr" title={url}>
          {url}
        </Text>
      </div>
    ),
  }
  const facts: Column<Webhook>[] = [
    { key: 'kinds', heading: t('column.kinds'), cell: ({ kinds }) => <Kinds kinds={kinds} /> },
    { key: 'state', heading: t('column.state'), cell: (webhook) => <WebhookState webhook={webhook} /> },
    {
      key: 'success',
      heading: t('column.lastSuccess'),
      cell: ({ last_success_at: at }) => (at === null ? t('never') : formatDayAndTime(at, viewerZone())),
    },
    { key: 'failed', heading: t('column.failed'), cell: (webhook) => <Failed webhook={webhook} /> },
    { key: 'active', heading: t('column.active'), cell: (webhook) => <WebhookSwitch webhook={webhook} /> },
  ]
  const actions: Column<Webhook> = {
    key: 'actions',
    heading: t('column.actions'),
    cell: (webhook) => <WebhookActions webhook={webhook} {...handlers} />,
  }
  if (isPhone)
    return <FactCards label={t('title')} rows={webhooks} name={name} facts={facts} actions={actions} />
  return (
    <DataTable
      caption={t('title')}
      columns={[name, ...facts, actions]}
      rows={webhooks}
      rowKey={(webhook) => webhook.id}
    />
  )
}

function Kinds({ kinds }: Pick<Webhook, 'kinds'>) {
  const { t } = useTranslation('webhooks')
  if (kinds.length === WebhookKind.options.length) return t('allKinds')
  const words = kinds.map((kind) => t(`kind.${kind}`))
  const [first, ...others] = words
  return (
    <span title={words.join(', ')}>
      {others.length === 0 ? first : t('someKinds', { first, count: others.length })}
    </span>
  )
}

/** Leads to them in the log. */
function Failed({ webhook: { id, failed_deliveries: count } }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  if (count === 0) return 0
  return (
    <Anchor
      component={Link}
      size="sm"
      to={{ search: `?webhook=${id}&status=failed` }}
      onClick={() => document.getElementById(LOG_ID)?.scrollIntoView()}
      aria-describedby={webhookNameId(id)}
      aria-label={t('showFailed')}
    >
      {count >= MOST_COUNTED ? `${MOST_COUNTED - 1}+` : count}
    </Anchor>
  )
}
