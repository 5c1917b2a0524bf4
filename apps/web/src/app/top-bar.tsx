import { Burger, Button } from '@mantine/core'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { Logo } from '#web/app/logo.tsx'
import classes from '#web/app/top-bar.module.css'
import { ColorSchemeSwitch } from '#web/ui/color-scheme-switch.tsx'
import { LanguageSwitch } from '#web/ui/language-switch.tsx'
import { SidePanel } from '#web/ui/side-panel.tsx'

type Props = {
  /** Visible at every size; null reserves the space. */
  main?: ReactNode
  /** Fold into a menu on a phone. */
  links: ReactNode
}

export function TopBar({ main, links }: Props) {
  const { t } = useTranslation('app')
  const { pathname } = useLocation()
  // Going somewhere else closes the menu.
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const opened = openedAt === pathname
  const close = () => setOpenedAt(null)

  function closeAfterChoice({ target }: MouseEvent) {
    if (target instanceof Element && target.closest('a, button')) close()
  }

  return (
    <header className={classes.bar}>
      <a className="skip" href="#main">
        {t('skipToContent')}
      </a>
      <Logo compact={main !== undefined} />
      <div className={classes.main}>{main}</div>
      <nav className={classes.links} aria-label={t('navigation')}>
        {links}
        <LanguageSwitch />
        <ColorSchemeSwitch />
      </nav>
      <Burger
        className={classes.burger}
        opened={opened}
        onClick={() => setOpenedAt(opened ? null : pathname)}
        aria-label={t('menu')}
        data-takes-focus
        size="sm"
      />
      <SidePanel opened={opened} onClose={close} title={t('menu')}>
        {/* biome-ignore lint/a11y: the choices themselves are buttons and links */}
        <nav className={classes.menu} aria-label={t('navigation')} onClick={closeAfterChoice}>
          {links}
          <LanguageSwitch />
          <ColorSchemeSwitch />
        </nav>
      </SidePanel>
    </header>
  )
}

export const BarLink = ({ to, children }: { to: string; children: string }) => (
  <Button variant="subtle" color="gray" component={Link} to={to}>
    {children}
  </Button>
)
