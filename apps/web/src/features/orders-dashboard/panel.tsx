import { Button, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from '#web/features/orders-dashboard/orders-dashboard.module.css'

type Props = {
  title: string
  /** Subtitle. */
  of?: ReactNode
  hidden?: boolean
  back?: { label: string; onBack: () => void } | undefined
  children: ReactNode
}

export function Panel({ title, of, hidden = false, back, children }: Props) {
  return (
    <section className={classes.panel} data-panel aria-label={title} hidden={hidden}>
      <div className={classes.head}>
        {back && (
          <Button
            className={classes.back}
            variant="subtle"
            color="gray"
            size="compact-md"
            leftSection={<IconArrowLeft aria-hidden size={18} className={classes.arrow} />}
            onClick={back.onBack}
          >
            {back.label}
          </Button>
        )}
        <Title order={2} size="h4" tabIndex={-1} className={classes.title}>
          {title}
        </Title>
        <div className={classes.of}>{of}</div>
      </div>
      {children}
    </section>
  )
}
