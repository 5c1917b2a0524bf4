import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orderUserQuery } from '#web/features/orders-dashboard/api.ts'
import { QueryView } from '#web/ui/query-view.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

export function Customer({ orderId }: { orderId: number }) {
  const { t } = useTranslation('order-actions')
  const customer = useQuery(orderUserQuery(orderId))
  return (
    <QueryView query={customer} loading={t('customer.loading')}>
      {({ name, email, profile: { phone } }) => (
        <Stack gap={2}>
          <SoftText>{t('customer.title')}</SoftText>
          <Text fw={600}>
            <bdi>{name}</bdi>
          </Text>
          <Anchor href={`mailto:${email}`} style={{ overflowWrap: 'anywhere' }}>
            <bdi>{email}</bdi>
          </Anchor>
          {phone === null ? (
            <SoftText>{t('customer.noPhone')}</SoftText>
          ) : (
            <Anchor href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
              <bdi dir="ltr">{phone}</bdi>
            </Anchor>
          )}
        </Stack>
      )}
    </QueryView>
  )
}
