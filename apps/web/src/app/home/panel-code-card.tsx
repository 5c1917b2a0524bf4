import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '#web/app/home/home.module.css'
import { PanelCodeMaker } from '#web/features/panels/panel-code.tsx'

export function PanelCodeCard() {
  const { t } = useTranslation('panels')
  return (
    <section className={classes.section} aria-labelledby="home-panel-code">
      <h2 id="home-panel-code">{t('own.title')}</h2>
      <Text size="sm" c="dimmed">
        {t('own.text')}
      </Text>
      <PanelCodeMaker />
    </section>
  )
}
