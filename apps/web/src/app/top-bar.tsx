import { ActionIcon, Button } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
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
  /** At the end, as the ways in are on the public pages. */
  account?: ReactNode
}

export function TopBar({ main, links, account }: Props) {
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
        {account}
      </nav>
      <ActionIcon
        className={classes.burger}
        size={44}
        onClick={() => setOpenedAt(opened ? null : pathname)}
        aria-label={t('menu')}
        aria-expanded={opened}
        data-takes-focus
      >
        <IconMenu2 aria-hidden size={24} />
      </ActionIcon>
      <SidePanel opened={opened} onClose={close} title={t('menu')}>
        {/* biome-ignore lint/a11y: the choices themselves are buttons and links */}
        <nav className={classes.menu} aria-label={t('navigation')} onClick={closeAfterChoice}>
          {links}
          <LanguageSwitch />
          <ColorSchemeSwitch />
          {account}
        </nav>
      </SidePanel>
    </header>
  )
}

type BarLinkProps = { children: string } & ({ to: string; state?: unknown } | { href: string })

/** `href`: outside the app, on a public page. */
export function BarLink({ children, ...where }: BarLinkProps) {
  const look = { variant: 'subtle', color: 'gray' } as const
  return 'to' in where ? (
    <Button {...look} component={Link} to={where.to} state={where.state}>
      {children}
    </Button>
  ) : (
    <Button {...look} component="a" href={where.href}>
      {children}
    </Button>
  )
}
