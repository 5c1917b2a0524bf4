import { Button } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { changeLanguage } from '#web/texts/i18n.ts'

/** Offers the other language, under its own name. */
export function LanguageSwitch() {
  const { t } = useTranslation('ui')
  const other = i18next.language === 'he' ? 'en' : 'he'
  return (
    <Button
      variant="subtle"
      color="gray"
      px="xs"
      lang={other}
      leftSection={<IconLanguage aria-hidden size={18} />}
      onClick={() => void changeLanguage(other)}
    >
      {t('otherLanguage')}
    </Button>
  )
}
