import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/orders-dashboard/orders-dashboard.module.css'

export function ChoiceTitle({ name, activeOrders }: { name: string; activeOrders: number }) {
  const { t } = useTranslation('orders-dashboard')
  return (
    <div className={classes.row}>
      <Text fw={600} className={classes.words}>
        <bdi>{name}</bdi>
      </Text>
      {activeOrders > 0 && <span className={classes.count}>{t('active', { count: activeOrders })}</span>}
    </div>
  )
}
