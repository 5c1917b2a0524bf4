import type { HomePlace } from '@keyhour/contract/home'
import type { OrderDetails } from '@keyhour/contract/orders'
import { Anchor, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { useStayText } from '#web/features/orders/use-stay-text.ts'
import { localPlace } from '#web/texts/local-place.ts'

type Props = {
  order: Parameters<ReturnType<typeof useStayText>>[0] & Pick<OrderDetails, 'id' | 'Office' | 'SubOffice'>
  place: Pick<HomePlace, 'address' | 'address_he'> | null | undefined
  now: number
  /** The name leads to the page of the order. */
  isLinked?: boolean
}

/** Space, office, time and address of an order. */
export function OrderPlace({ order, place, now, isLinked = false }: Props) {
  const stayText = useStayText(now)
  const office = localPlace(order.Office).name
  const space = order.SubOffice && localPlace(order.SubOffice).name
  const name = <bdi>{space ?? office}</bdi>
  return (
    <>
      <Title order={2} size="h3">
        {isLinked ? (
          <Anchor component={Link} to={`/order/${order.id}`} inherit c="inherit">
            {name}
          </Anchor>
        ) : (
          name
        )}
      </Title>
      {space && (
        <Text fw={500}>
          <bdi>{office}</bdi>
        </Text>
      )}
      <Text>{stayText(order)}</Text>
      {place && (
        <Text c="dimmed" size="sm">
          <bdi>{localPlace(place).address}</bdi>
        </Text>
      )}
    </>
  )
}
