import { Button } from '@mantine/core'
import { type ComponentProps, Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { QueryView } from '#web/ui/query-view.tsx'

const reload = () => window.location.reload()

/** Retry reloads the page, as the specification demands; a missing office or space offers a link back. */
export function PanelView<T>(props: Omit<ComponentProps<typeof QueryView<T>>, 'onRetry' | 'wayBack'>) {
  const { t } = useTranslation(['orders-dashboard', 'ui'])
  return (
    <QueryView
      shape="list"
      {...props}
      onRetry={reload}
      wayBack={
        <Fragment>
          <Button onClick={reload}>{t('ui:retry')}</Button>
          <Button variant="default" component={Link} to="/admin-orders-dashboard">
            {t('allOffices')}
          </Button>
        </Fragment>
      }
    />
  )
}
