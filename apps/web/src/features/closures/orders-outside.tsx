import type { OrderOutside } from '@keyhour/contract/opening-hours'
import { Anchor, Button, Text, Title } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/api/call.ts'
import classes from '#web/features/closures/hours.module.css'
import { formatSpan } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { SoftText } from '#web/ui/soft-text.tsx'

type Outside = { orders: OrderOutside[]; count: number }

/** Undefined if the server refused for another reason. */
export function outsideIn(error: Error | null): Outside | undefined {
  const body = error instanceof CallError ? error.body : undefined
  if (!body?.orders_outside) return undefined
  return { orders: body.orders_outside, count: body.orders_in_the_way ?? body.orders_outside.length }
}

type Props = {
  outside: Outside
  timeZone: string
  /** Where an order is shown: this, and its id. */
  orderAddress: string
  isSaving: boolean
  onKeep: () => void
}

/** Orders that the new hours leave outside. They stay, if whoever saves says so. */
export function OrdersOutside({
  outside: { orders, count },
  timeZone,
  orderAddress,
  isSaving,
  onKeep,
}: Props) {
  const { t } = useTranslation('closures')
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const more = count - orders.length
  return (
    <section className={classes.outside} aria-labelledby={id}>
      <Title order={4} size="h5" id={id} ref={heading} tabIndex={-1}>
        {t('outside.title', { count })}
      </Title>
      <Text size="sm">{t('outside.text')}</Text>
      <ul className={classes.list}>
        {orders.map((order) => (
          <li key={order.id} className={classes.holiday}>
            <div className={classes.words}>
              <Text size="sm" fw={500}>
                {formatSpan(order.start, order.end, timeZone)}
              </Text>
              {order.sub_office_name && (
                <SoftText>
                  <bdi>
                    {localPlace({ name: order.sub_office_name, name_he: order.sub_office_name_he }).name}
                  </bdi>
                </SoftText>
              )}
            </div>
            <Anchor size="sm" href={`${orderAddress}${order.id}`} target="_blank" rel="noopener">
              {t('outside.order', { id: order.id })}
            </Anchor>
          </li>
        ))}
      </ul>
      {more > 0 && <Text size="sm">{t('outside.more', { count: more })}</Text>}
      <div>
        <Button loading={isSaving} onClick={onKeep}>
          {t('outside.keep')}
        </Button>
      </div>
    </section>
  )
}
