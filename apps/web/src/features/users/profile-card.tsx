import { Paper, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from '#web/features/users/profile.module.css'

type Props = { title: string; text: string; children: ReactNode }

export function ProfileCard({ title, text, children }: Props) {
  const titleId = useId()
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <div>
        <Title order={2} size="h4" id={titleId}>
          {title}
        </Title>
        <Text size="sm" c="dimmed" mt={4}>
          {text}
        </Text>
      </div>
      <Paper withBorder p="lg">
        {children}
      </Paper>
    </section>
  )
}

export function ProfileTopic({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.topic}>
      <Title order={3} size="h5">
        {title}
      </Title>
      {children}
    </div>
  )
}
