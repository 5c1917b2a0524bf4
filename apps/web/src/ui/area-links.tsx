import { Select } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import classes from '#web/ui/area-links.module.css'

type Props = {
  label: string
  links: { to: string; text: string }[]
  /** Part of the address that every screen of the area keeps, like `?office=3`. */
  search?: string
  /** Beside the links: what the area is about, or the choice of it. */
  children: ReactNode
}

/** The links between the screens of an area, below the top bar. */
export function AreaLinks({ label, links, search = '', children }: Props) {
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  // On a phone, not all of them are in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another screen moves the links
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [pathname])
  return (
    <div className={classes.bar}>
      <nav className={classes.links} ref={nav} aria-label={label}>
        {links.map(({ to, text }) => (
          <NavLink key={to} className={classes.link!} to={{ pathname: to, search }} end>
            {text}
          </NavLink>
        ))}
      </nav>
      {children}
    </div>
  )
}

type SelectProps = {
  label: string
  options: { id: number; name: string }[]
  chosen: number
  onChoose: (id: string) => void
}

/** Chooses what the area is about, if there are several. */
export const AreaSelect = ({ label, options, chosen, onChoose }: SelectProps) => (
  <Select
    className={classes.select!}
    aria-label={label}
    data={options.map(({ id, name }) => ({ value: String(id), label: name }))}
    value={String(chosen)}
    onChange={(id) => id && onChoose(id)}
    allowDeselect={false}
  />
)
