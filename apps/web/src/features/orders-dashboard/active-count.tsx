import { useTranslation } from 'react-i18next'
import classes from '#web/features/orders-dashboard/orders-dashboard.module.css'

export function ActiveCount({ count }: { count: number }) {
  const { t } = useTranslation('orders-dashboard')
  if (count === 0) return null
  return <span className={classes.count}>{t('active', { count })}</span>
}
