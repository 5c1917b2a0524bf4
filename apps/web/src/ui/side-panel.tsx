import { CloseButton, FocusTrap, Title } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from '#web/ui/focus-back.ts'
import classes from '#web/ui/side-panel.module.css'

/** How long a closed panel stays mounted, for its animation. */
const CLOSE_DELAY_MS = 800

/** The topmost is last. */
const openPanels: object[] = []

type Props = { opened: boolean; onClose: () => void; title: string; children: ReactNode }

export function SidePanel({ opened, onClose, title, children }: Props) {
  const { t } = useTranslation('ui')
  const titleId = useId()
  const mounted = useLingering(opened)
  useFocusBack(opened)

  useEscape(opened, onClose)

  if (!mounted) return null
  return (
    <div className={classes.root} data-open={opened || undefined} inert={!opened}>
      <button
        type="button"
        className={classes.veil}
        aria-label={t('close')}
        tabIndex={-1}
        onClick={onClose}
      />
      <FocusTrap active={opened}>
        <section className={classes.panel} role="dialog" aria-modal aria-labelledby={titleId}>
          <div className={classes.header}>
            <Title order={2} size="h4" id={titleId}>
              {title}
            </Title>
            <CloseButton aria-label={t('close')} onClick={onClose} />
          </div>
          <div className={classes.body}>{children}</div>
        </section>
      </FocusTrap>
    </div>
  )
}

function useLingering(opened: boolean): boolean {
  const [lingering, setLingering] = useState(opened)
  useEffect(() => {
    if (opened) return setLingering(true)
    const timer = setTimeout(() => setLingering(false), CLOSE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [opened])
  return opened || lingering
}

/** For a window above the panels: while it is open, Escape does not close those below it. */
export function useAbovePanels(opened: boolean): void {
  useEffect(() => {
    if (!opened) return
    const window = {}
    openPanels.push(window)
    return () => void openPanels.splice(openPanels.indexOf(window), 1)
  }, [opened])
}

/** Escape closes only the topmost panel. */
function useEscape(opened: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!opened) return
    const panel = {}
    openPanels.push(panel)
    function leave(event: KeyboardEvent) {
      if (event.key === 'Escape' && openPanels.at(-1) === panel) close()
    }
    window.addEventListener('keydown', leave)
    return () => {
      openPanels.splice(openPanels.indexOf(panel), 1)
      window.removeEventListener('keydown', leave)
    }
  }, [opened])
}
