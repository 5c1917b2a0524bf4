import { CONFLICTS_COUNTED } from '@keyhour/contract/conflicts'
import { MESSAGES_COUNTED } from '@keyhour/contract/messages'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { CountedLink } from '#web/app/counted-link.tsx'
import { MainArea } from '#web/app/main-area.tsx'
import { ProfileLink } from '#web/app/profile-link.tsx'
import { BarLink, TopBar } from '#web/app/top-bar.tsx'
import { useLogOut } from '#web/features/auth/use-log-out.ts'
import { useOpenConflicts } from '#web/features/conflicts/api.ts'
import { useUnreadMessages } from '#web/features/messages/api.ts'
import { TitleArea } from '#web/ui/document-title.tsx'

export function AdminShell() {
  const logOut = useLogOut()
  const { t } = useTranslation('admin')
  const unread = useUnreadMessages()
  const conflicts = useOpenConflicts()
  return (
    <TitleArea name={t('admin')}>
      <TopBar
        links={
          <>
            <BarLink to="/admin-dashboard">{t('adminDashboard')}</BarLink>
            <BarLink to="/admin-orders-dashboard">{t('adminOrders')}</BarLink>
            <CountedLink
              to="/messages"
              label={t('messages')}
              count={unread}
              most={MESSAGES_COUNTED}
              words={{
                some: t('unread', { count: unread }),
                more: t('unreadMore', { most: MESSAGES_COUNTED - 1 }),
              }}
            />
            <CountedLink
              to="/admin-conflicts"
              label={t('conflicts')}
              count={conflicts}
              most={CONFLICTS_COUNTED}
              words={{
                some: t('open', { count: conflicts }),
                more: t('openMore', { most: CONFLICTS_COUNTED - 1 }),
              }}
            />
            <BarLink to="/admin/statements">{t('statements')}</BarLink>
            <BarLink to="/admin-webhooks">{t('webhooks')}</BarLink>
            <Button component={Link} to="/dashboard">
              {t('officeManagerDashboard')}
            </Button>
          </>
        }
        account={
          <>
            <ProfileLink />
            <Button onClick={logOut}>{t('logOut')}</Button>
          </>
        }
      />
      <MainArea />
    </TitleArea>
  )
}
