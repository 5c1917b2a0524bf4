import classes from '#web/ui/progress-bar.module.css'

/** A thin line at the top while something is being fetched. Only for the eye: screens say what they load. */
export function ProgressBar({ busy }: { busy: boolean }) {
  return <div aria-hidden className={classes.bar} data-busy={busy || undefined} />
}
