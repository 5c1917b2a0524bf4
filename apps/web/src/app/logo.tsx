import { useTranslation } from 'react-i18next'
import classes from '#web/app/logo.module.css'
import logo from '#web/pictures/logo.svg'

/** Links to the landing page, which is not part of the app. */
export function Logo({ compact = false }: { compact?: boolean }) {
  const { t } = useTranslation('app')
  return (
    <a href="/" className={classes.logo} data-compact={compact || undefined} aria-label={t('productName')}>
      <img src={logo} alt="" width={32} height={32} />
      <span className={classes.name}>{t('productName')}</span>
    </a>
  )
}
