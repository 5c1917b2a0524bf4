import { useTranslation } from 'react-i18next'
import { AllOrdersTab } from '#web/features/all-orders/all-orders-tab.tsx'
import { DocumentTitle } from '#web/ui/document-title.tsx'
import classes from '#web/ui/page.module.css'

/** The tab of the admin dashboard as a separate page. */
export function AllOrdersScreen() {
  const { t } = useTranslation('admin-orders')
  return (
    <div className={classes.page} data-wide>
      <DocumentTitle title={t('title')} />
      <AllOrdersTab />
    </div>
  )
}
