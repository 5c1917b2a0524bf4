import { useTranslation } from 'react-i18next'
import { useOwnBusinesses } from '#web/features/businesses/api.ts'
import classes from '#web/features/businesses/businesses.module.css'
import { CompanyCreditsCard } from '#web/features/businesses/company-credits-card.tsx'
import { ProfileCard } from '#web/features/users/profile-card.tsx'

/** The companies that the person belongs to; nothing for others. */
export function ProfileCompaniesCard() {
  const { t } = useTranslation('businesses')
  const { data: companies = [] } = useOwnBusinesses()
  if (companies.length === 0) return null
  return (
    <ProfileCard title={t('mine.title')} text={t('mine.text')}>
      <ul className={classes.plain}>
        {companies.map((company) => (
          <CompanyCreditsCard key={company.id} company={company} />
        ))}
      </ul>
    </ProfileCard>
  )
}
