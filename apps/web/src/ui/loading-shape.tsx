import { Text, Title, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '#web/ui/loading-shape.module.css'

/** What the content will look like. */
export type Shape = keyof typeof SHAPES

type Props = {
  shape?: Shape | undefined
  /** Shown below; without one the state is only read out. */
  label?: string | undefined
  isHeading?: boolean
  /** Nothing is on its way. */
  isStill?: boolean
}

/** Stands where the content will be, so that the page does not jump when it arrives. */
export function LoadingShape({ shape = 'lines', label, isHeading = false, isStill = false }: Props) {
  const { t } = useTranslation('ui')
  return (
    <div className={classes.root} data-still={isStill || undefined}>
      <div className={classes.shape} aria-hidden>
        {SHAPES[shape]}
      </div>
      <div role="status">
        {label === undefined ? (
          <VisuallyHidden>{t('loading')}</VisuallyHidden>
        ) : isHeading ? (
          <Title order={1} size="sm" fw={400} c="dimmed">
            {label}
          </Title>
        ) : (
          <Text size="sm" c="dimmed">
            {label}
          </Text>
        )}
      </div>
    </div>
  )
}

const Bone = ({ is }: { is: string }) => <span className={`${classes.bone} ${classes[is]}`} />

const times = (count: number, render: (at: number) => ReactNode): ReactNode[] =>
  Array.from({ length: count }, (_, at) => render(at))

const card = (at: number) => (
  <div key={at} className={classes.card}>
    <Bone is="title" />
    <Bone is="line" />
    <Bone is="short" />
  </div>
)

const row = (at: number) => (
  <div key={at} className={classes.row}>
    <Bone is="cell" />
    <Bone is="cell" />
    <Bone is="cell" />
    <Bone is="cell" />
    <Bone is="cell" />
  </div>
)

const field = (at: number) => (
  <div key={at} className={classes.field}>
    <Bone is="label" />
    <Bone is="input" />
  </div>
)

const SHAPES = {
  lines: (
    <div className={classes.stack}>
      <Bone is="line" />
      <Bone is="line" />
      <Bone is="short" />
    </div>
  ),
  list: <div className={classes.stack}>{times(4, card)}</div>,
  cards: <div className={classes.grid}>{times(6, card)}</div>,
  table: <div className={classes.table}>{times(8, row)}</div>,
  form: <div className={classes.stack}>{times(4, field)}</div>,
  calendar: (
    <div className={classes.calendar}>
      {times(7, (at) => (
        <Bone key={at} is="day" />
      ))}
    </div>
  ),
  chart: (
    <div className={classes.stack}>
      <div className={classes.figures}>
        {times(4, (at) => (
          <Bone key={at} is="figure" />
        ))}
      </div>
      <Bone is="chart" />
    </div>
  ),
  page: (
    <div className={classes.page}>
      <Bone is="heading" />
      <div className={classes.grid}>{times(3, card)}</div>
      <Bone is="chart" />
    </div>
  ),
  detail: (
    <div className={classes.detail}>
      <Bone is="picture" />
      <div className={classes.columns}>
        <div className={classes.stack}>{times(2, card)}</div>
        <div className={classes.stack}>{times(2, card)}</div>
      </div>
    </div>
  ),
} satisfies Record<string, ReactNode>
