import classes from '#web/ui/progress-bar.module.css'

/** Decorative: screens say what they are loading. */
export function ProgressBar({ busy }: { busy: boolean }) {
  return <div aria-hidden className={classes.bar} data-busy={busy || undefined} />
}
