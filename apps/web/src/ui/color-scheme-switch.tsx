import { ActionIcon, type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

const NEXT = { auto: 'light', light: 'dark', dark: 'auto' } as const satisfies Record<
  MantineColorScheme,
  MantineColorScheme
>
const ICON = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop }

/** Cycles through device, light and dark. */
export function ColorSchemeSwitch() {
  const { t } = useTranslation('ui')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Icon = ICON[colorScheme]
  const label = t('appearance', { scheme: t(`scheme.${colorScheme}`) })
  return (
    <ActionIcon size="lg" aria-label={label} title={label} onClick={() => setColorScheme(NEXT[colorScheme])}>
      <Icon aria-hidden size={18} />
    </ActionIcon>
  )
}
