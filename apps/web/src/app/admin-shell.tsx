import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { MainArea } from '#web/app/main-area.tsx'
import { MessagesLink } from '#web/app/messages-link.tsx'
import { ProfileLink } from '#web/app/profile-link.tsx'
import { BarLink, TopBar } from '#web/app/top-bar.tsx'
import { useLogOut } from '#web/features/auth/use-log-out.ts'
import { useUnreadMessages } from '#web/features/messages/api.ts'
import { TitleArea } from '#web/ui/document-title.tsx'

export function AdminShell() {
  const logOut = useLogOut()
  const { t } = useTranslation('admin')
  const unread = useUnreadMessages()
  return (
    <TitleArea name={t('admin')}>
      <TopBar
        links={
          <>
            <BarLink to="/admin-dashboard">{t('adminDashboard')}</BarLink>
            <BarLink to="/admin-orders-dashboard">{t('adminOrders')}</BarLink>
            <MessagesLink unread={unread} />
            <BarLink to="/admin-webhooks">{t('webhooks')}</BarLink>
            <Button component={Link} to="/dashboard">
              {t('officeManagerDashboard')}
            </Button>
            <ProfileLink />
            <Button onClick={logOut}>{t('logOut')}</Button>
          </>
        }
      />
      <MainArea />
    </TitleArea>
  )
}
