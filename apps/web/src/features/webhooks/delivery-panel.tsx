import type { DeliveryDetails } from '@keyhour/contract/webhooks'
import { Alert, Button, Code, Group, Stack, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { deliveryQuery, sendAgain, useWebhookAction } from '#web/features/webhooks/api.ts'
import { OutcomeText } from '#web/features/webhooks/outcome-text.tsx'
import { indented } from '#web/features/webhooks/rules.ts'
import { DeliveryBadge } from '#web/features/webhooks/state-badges.tsx'
import classes from '#web/features/webhooks/webhooks.module.css'
import { formatDayAndTime, viewerZone } from '#web/format/time.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'
import { QueryView } from '#web/ui/query-view.tsx'
import { SidePanel } from '#web/ui/side-panel.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

type Props = { id: number; opened: boolean; onClose: () => void }

export function DeliveryPanel({ id, opened, onClose }: Props) {
  const { t } = useTranslation('webhooks')
  const delivery = useQuery({ ...deliveryQuery(id), enabled: opened })
  return (
    <SidePanel opened={opened} onClose={onClose} title={t('delivery.title')}>
      <QueryView query={delivery} loading={t('delivery.loading')}>
        {(loaded) => <Details delivery={loaded} />}
      </QueryView>
    </SidePanel>
  )
}

function Details({ delivery }: { delivery: DeliveryDetails }) {
  const { t } = useTranslation('webhooks')
  const at = (moment: string) => formatDayAndTime(moment, viewerZone())
  const { kind, webhook_name, tries, duration_ms, next_try_at, finished_at, event_id } = delivery
  const facts: [string, ReactNode][] = [
    [t('column.kind'), t(`kind.${kind}`)],
    [t('column.webhook'), <bdi key="name">{webhook_name}</bdi>],
    [
      t('column.url'),
      <span key="url" dir="ltr">
        {delivery.url}
      </span>,
    ],
    [t('column.state'), <DeliveryBadge key="state" delivery={delivery} />],
    [t('delivery.outcome'), <OutcomeText key="outcome" delivery={delivery} />],
    [t('column.at'), at(delivery.created_at)],
    [t('column.tries'), tries],
  ]
  if (duration_ms !== null) facts.push([t('delivery.duration'), t('delivery.ms', { count: duration_ms })])
  if (finished_at !== null) facts.push([t('delivery.finished'), at(finished_at)])
  if (next_try_at !== null && delivery.can_be_sent) facts.push([t('delivery.next'), at(next_try_at)])
  facts.push([
    t('delivery.eventId'),
    <span key="id" dir="ltr">
      {event_id}
    </span>,
  ])
  return (
    <Stack gap="lg">
      <dl className={classes.facts}>
        {facts.map(([heading, value]) => (
          <Fragment key={heading}>
            <dt>{heading}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      <SendAgain delivery={delivery} />
      <Sent title={t('delivery.body')} text={indented(delivery.body)} copy={t('delivery.copyBody')} />
      {delivery.answer !== null && <Sent title={t('delivery.answer')} text={delivery.answer} />}
    </Stack>
  )
}

function SendAgain({ delivery: { id, status, webhook_id, can_be_sent } }: { delivery: DeliveryDetails }) {
  const { t } = useTranslation('webhooks')
  const queryClient = useQueryClient()
  const again = useWebhookAction(webhook_id, {
    mutationFn: () => sendAgain(id),
    onSuccess: (delivery) => {
      queryClient.setQueryData(deliveryQuery(id).queryKey, delivery)
      notify(t('sentAgain', { count: 1 }), 'success')
    },
    onError: (error) => notifyFailure(error),
  })
  if (!can_be_sent) return <Alert color="gray">{t('delivery.cannot')}</Alert>
  if (status === 'pending') return null
  return (
    <Button
      variant="filled"
      className={classes.again}
      loading={again.isPending}
      onClick={() => again.mutate()}
    >
      {t('delivery.sendAgain')}
    </Button>
  )
}

function Sent({ title, text, copy }: { title: string; text: string; copy?: string }) {
  const { t } = useTranslation('webhooks')
  return (
    <section>
      <Group justify="space-between" gap="xs" mb="xs">
        <Title order={3} size="h5">
          {title}
        </Title>
        {copy && <CopyButton value={text} label={copy} />}
      </Group>
      {text === '' ? (
        <SoftText>{t('delivery.empty')}</SoftText>
      ) : (
        // It scrolls, so it has to be reachable by keyboard.
        <Code block className={classes.code} dir="ltr" tabIndex={0} role="region" aria-label={title}>
          {text}
        </Code>
      )}
    </section>
  )
}
