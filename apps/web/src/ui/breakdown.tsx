import classes from '#web/ui/breakdown.module.css'

type Props = {
  /** Stays visible; a tap shows the rows. */
  summary: string
  rows: readonly (readonly [label: string, amount: string])[]
}

/** What an amount consists of, one tap away. Works before any script is loaded. */
export const Breakdown = ({ summary, rows }: Props) => (
  <details className={classes.breakdown}>
    <summary>{summary}</summary>
    <dl>
      {rows.map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>{amount}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  </details>
)
