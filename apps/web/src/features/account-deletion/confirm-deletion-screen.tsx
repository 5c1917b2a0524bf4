import type { AffectedOrder } from '@keyhour/contract/account-deletion'
import { Anchor, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from '#web/features/account-deletion/account-deletion.module.css'
import { previewDeletionQuery, useConfirmDeletion } from '#web/features/account-deletion/api.ts'
import { LinkQuestionCard } from '#web/features/account-deletion/link-question-card.tsx'
import { formatMoney } from '#web/format/money.ts'
import { formatDay, viewerZone } from '#web/format/time.ts'
import { placeAndTime } from '#web/texts/place-and-time.ts'
import { FailureMessage } from '#web/ui/failure-message.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

const EFFECTS = ['signedOut', 'grace', 'erased', 'history'] as const

export function ConfirmDeletionScreen({ token }: { token: string | null }) {
  const { t } = useTranslation('account-deletion')
  const askAgain = (
    <Button component={Link} to="/delete-account">
      {t('confirm.askAgain')}
    </Button>
  )
  return (
    <Page title={t('title')}>
      {token === null ? (
        <FailureMessage message={t('incomplete')} action={askAgain} />
      ) : (
        <Confirmation token={token} askAgain={askAgain} />
      )}
    </Page>
  )
}

function Confirmation({ token, askAgain }: { token: string; askAgain: ReactNode }) {
  const { t } = useTranslation('account-deletion')
  const preview = useQuery(previewDeletionQuery(token))
  const confirmAsShown = useConfirmDeletion()
  return (
    <QueryView query={preview} loading={t('confirm.loading')} wayBack={askAgain}>
      {({ orders }) => (
        <LinkQuestionCard
          token={token}
          act={(token) => confirmAsShown(token, orders)}
          question={<Question orders={orders} />}
          button={{ color: 'danger', children: t('confirm.delete') }}
          answered={({ purge_after }) => <Deactivated until={purge_after} />}
          wayOn={askAgain}
        />
      )}
    </QueryView>
  )
}

function Question({ orders }: { orders: AffectedOrder[] }) {
  const { t } = useTranslation('account-deletion')
  return (
    <>
      <Text fw={600}>{t('confirm.question')}</Text>
      <ul className={classes.steps}>
        {EFFECTS.map((effect) => (
          <li key={effect}>{t(`confirm.effect.${effect}`)}</li>
        ))}
      </ul>
      {orders.length === 0 ? <Text>{t('confirm.noOrders')}</Text> : <AffectedOrders orders={orders} />}
    </>
  )
}

function AffectedOrders({ orders }: { orders: AffectedOrder[] }) {
  const { t } = useTranslation('account-deletion')
  const titleId = useId()
  return (
    <>
      <Text fw={600} id={titleId}>
        {t('confirm.orders')}
      </Text>
      <ul className={classes.steps} aria-labelledby={titleId}>
        {orders.map((order) => (
          <AffectedItem key={order.id} order={order} />
        ))}
      </ul>
      <Text size="sm" c="dimmed">
        {t('confirm.ordersNote')}
      </Text>
    </>
  )
}

function AffectedItem({ order }: { order: AffectedOrder }) {
  const { t } = useTranslation('account-deletion')
  const { place, when } = placeAndTime(order)
  return (
    <li>
      <span>{place}</span>, {when}
      <br />
      <Text span fw={600}>
        {outcomeOf(order, t)}
      </Text>
    </li>
  )
}

/** What happens to a booking, and what it costs. */
function outcomeOf(order: AffectedOrder, t: TFunction<'account-deletion'>): string {
  const money = (cents: number) => formatMoney(cents, order.currency)
  const { is_running, end, refund, owed, waived, due, with_credits, left } = order
  const sentences = !is_running
    ? [
        refund > 0 ? t('confirm.order.refunded', { amount: money(refund) }) : t('confirm.order.notRefunded'),
        owed > 0 && t('confirm.order.owed', { amount: money(owed) }),
        waived > 0 && t('confirm.order.waived', { amount: money(waived) }),
      ]
    : [
        end === null ? t('confirm.order.visitEnded', { due: money(due) }) : t('confirm.order.ended'),
        with_credits > 0 && t('confirm.order.fromCredits', { credits: money(with_credits) }),
        left > 0 && t('confirm.order.left', { left: money(left) }),
      ]
  return sentences.filter(Boolean).join(' ')
}

function Deactivated({ until }: { until: string }) {
  const { t } = useTranslation('account-deletion')
  return (
    <>
      <Text fw={600}>{t('confirm.done')}</Text>
      <Text>{t('confirm.doneText', { date: formatDay(until, viewerZone()) })}</Text>
      <Anchor href="/">{t('back')}</Anchor>
    </>
  )
}
