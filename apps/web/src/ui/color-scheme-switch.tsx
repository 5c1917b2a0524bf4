import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { keptScheme } from '#web/ui/color-scheme.ts'

/** As on the public pages. */
export function ColorSchemeSwitch() {
  const { t } = useTranslation('ui')
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  const Icon = isDark ? IconSun : IconMoon
  const label = t(isDark ? 'toLight' : 'toDark')
  return (
    <ActionIcon
      size={40}
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(keptScheme(isDark ? 'light' : 'dark'))}
    >
      <Icon aria-hidden size={20} />
    </ActionIcon>
  )
}
