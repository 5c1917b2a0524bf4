import { useTranslation } from 'react-i18next'
import { PanelCodeMaker } from '#web/features/panels/panel-code.tsx'
import { ProfileCard } from '#web/features/users/profile-card.tsx'

/** Staff have no home with a code on it. */
export function ProfilePanelCodeCard() {
  const { t } = useTranslation('panels')
  return (
    <ProfileCard title={t('own.title')} text={t('own.text')}>
      <PanelCodeMaker />
    </ProfileCard>
  )
}
