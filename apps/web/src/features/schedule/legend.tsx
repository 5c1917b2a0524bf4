import { useTranslation } from 'react-i18next'
import looks from '#web/features/schedule/block.module.css'
import { LOOKS } from '#web/features/schedule/rules.ts'
import classes from '#web/features/schedule/schedule.module.css'

export function Legend() {
  const { t } = useTranslation('schedule')
  return (
    <ul className={classes.legend} aria-label={t('legend')}>
      {LOOKS.map((look) => (
        <li key={look}>
          <span className={`${looks.block} ${looks.swatch}`} data-look={look} aria-hidden />
          {t(`look.${look}`)}
        </li>
      ))}
      <li>
        <span className={classes.shut} aria-hidden />
        {t('closedHours')}
      </li>
    </ul>
  )
}
