import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ProfileCardsCard } from '#web/app/profile-cards-card.tsx'
import { ProfileCompaniesCard } from '#web/app/profile-companies-card.tsx'
import { ProfilePanelCodeCard } from '#web/app/profile-panel-code-card.tsx'
import { ProfilePushCard } from '#web/app/profile-push-card.tsx'
import { profileQuery } from '#web/features/users/api.ts'
import { ProfileAboutForm } from '#web/features/users/profile-about-form.tsx'
import { ProfileCreditsCard } from '#web/features/users/profile-credits-card.tsx'
import { ProfileDataCard } from '#web/features/users/profile-data-card.tsx'
import { ProfilePhotoCard } from '#web/features/users/profile-photo-card.tsx'
import { ProfileSecurityCard } from '#web/features/users/profile-security-card.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

export function ProfileScreen() {
  const { t } = useTranslation(['users', 'credits', 'charges', 'businesses'])
  const profile = useQuery(profileQuery)
  return (
    <Page title={t('profile.title')}>
      <QueryView shape="form" query={profile} loading={t('profile.loading')}>
        {(own) => (
          <>
            <ProfileAboutForm profile={own} />
            <ProfilePhotoCard profile={own} />
            <ProfileCreditsCard profile={own} />
            <ProfileCompaniesCard />
            <ProfileCardsCard />
            <ProfilePanelCodeCard />
            <ProfilePushCard />
            <ProfileSecurityCard profile={own} />
            <ProfileDataCard />
          </>
        )}
      </QueryView>
    </Page>
  )
}
