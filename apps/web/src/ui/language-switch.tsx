import { Button } from '@mantine/core'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { changeLanguage } from '#web/texts/i18n.ts'

/** Offers the other language, under its own name. */
export function LanguageSwitch() {
  const { t } = useTranslation('ui')
  const other = i18next.language === 'he' ? 'en' : 'he'
  return (
    <Button variant="subtle" color="gray" lang={other} onClick={() => void changeLanguage(other)}>
      {t('otherLanguage')}
    </Button>
  )
}
