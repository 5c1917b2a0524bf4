import type { BusinessOrder } from '@keyhour/contract/business-credits'
import { Anchor, Badge, Button, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { companyOrdersQuery } from '#web/features/businesses/api.ts'
import classes from '#web/features/businesses/businesses.module.css'
import { CancelOrderButton } from '#web/features/businesses/cancel-order-button.tsx'
import { useCompany } from '#web/features/businesses/company-frame.tsx'
import { CompanySection } from '#web/features/businesses/company-part.tsx'
import { GrowingList } from '#web/features/businesses/growing-list.tsx'
import { usageAddress } from '#web/features/businesses/rules.ts'
import { formatMoney } from '#web/format/money.ts'
import { placeAndTime } from '#web/texts/place-and-time.ts'
import { useNow } from '#web/ui/now.ts'

const MINUTE_MS = 60_000
const SHORT = 5

type Props = {
  /** Only the bookings of this person. */
  person: number | undefined
  /** Only the first of them, with the way to the others. */
  isShort?: boolean
}

/** Bookings on company credits, the latest start first. */
export function CompanyOrders({ person, isShort = false }: Props) {
  const { t } = useTranslation('businesses')
  const { id } = useCompany()
  const orders = useInfiniteQuery(companyOrdersQuery(id, person))
  const [shown] = useSearchParams()
  const [first] = orders.data?.pages[0]?.rows ?? []
  const name = person && first && (first.person_name ?? t('usage.gone'))
  const usage = usageAddress(id, shown)
  return (
    <CompanySection
      id="company-orders"
      title={name ? t('orders.of', { name }) : t('orders.title')}
      actions={
        person !== undefined && (
          <Anchor component={Link} to={usage}>
            {t('orders.everybody')}
          </Anchor>
        )
      }
    >
      <GrowingList
        labelledBy="company-orders"
        query={orders}
        loading={t('orders.loading')}
        empty={t(person === undefined ? 'orders.none' : 'orders.noneOf')}
        {...(isShort && {
          most: SHORT,
          rest: (
            <Button component={Link} to={usage}>
              {t('orders.all')}
            </Button>
          ),
        })}
      >
        {(order) => <Order order={order} />}
      </GrowingList>
    </CompanySection>
  )
}

function Order({ order }: { order: BusinessOrder }) {
  const { t } = useTranslation('businesses')
  const company = useCompany()
  const now = useNow(MINUTE_MS)
  const { user_id, person_name, start, spent, currency, cancelled_at } = order
  const [shown] = useSearchParams()
  const { place, when } = placeAndTime(order)
  const isComing = cancelled_at === null && Date.parse(start) > now
  return (
    <>
      <div className={classes.words}>
        <Text fw={500}>{place}</Text>
        <Anchor component={Link} size="sm" to={usageAddress(company.id, shown, user_id)}>
          <bdi>{person_name ?? t('usage.gone')}</bdi>
        </Anchor>
        <Text size="sm" c="dimmed">
          {when}
        </Text>
      </div>
      <div className={classes.end}>
        {cancelled_at !== null && <Badge color="gray">{t('orders.cancelled')}</Badge>}
        <span className={classes.sums}>{formatMoney(spent, currency)}</span>
        {isComing && <CancelOrderButton order={order} />}
      </div>
    </>
  )
}
