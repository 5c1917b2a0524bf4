import { useTranslation } from 'react-i18next'
import { AllOrdersTab } from '#web/features/orders/all-orders-tab.tsx'
import { Page } from '#web/ui/page.tsx'

export function AllOrdersScreen() {
  const { t } = useTranslation('orders')
  return (
    <Page title={t('allOrders')} wide>
      <AllOrdersTab />
    </Page>
  )
}
