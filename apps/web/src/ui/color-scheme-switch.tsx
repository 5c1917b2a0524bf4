import { ActionIcon, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

const SCHEMES = ['light', 'dark', 'auto'] as const satisfies MantineColorScheme[]
const ICON = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop }

export function ColorSchemeSwitch() {
  const { t } = useTranslation('ui')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Current = ICON[colorScheme]
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size="lg" aria-label={t('appearance')}>
          <Current aria-hidden size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
        >
          {SCHEMES.map((scheme) => (
            <Menu.RadioItem key={scheme} value={scheme} closeMenuOnClick>
              {t(`scheme.${scheme}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
