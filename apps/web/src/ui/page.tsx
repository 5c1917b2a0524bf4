import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { DocumentTitle } from '#web/ui/document-title.tsx'
import classes from '#web/ui/page.module.css'

type Props = { title: string; actions?: ReactNode; children: ReactNode; wide?: boolean }

export function Page({ title, actions, children, wide = false }: Props) {
  return (
    <div className={classes.page} data-wide={wide || undefined}>
      <DocumentTitle title={title} />
      <Group justify="space-between" mb="lg">
        <Title order={1} size="h2" className={classes.title}>
          {title}
        </Title>
        {actions && (
          <Group gap="sm" className={classes.actions}>
            {actions}
          </Group>
        )}
      </Group>
      {children}
    </div>
  )
}
