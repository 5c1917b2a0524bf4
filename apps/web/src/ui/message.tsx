import { Group, Stack, Text, Title, type TitleOrder } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import classes from '#web/ui/message.module.css'

type Props = {
  title: string
  text?: string | undefined
  /** Decorative. */
  art?: string | undefined
  action?: ReactNode
  /** Read out immediately. */
  alert?: boolean
  order?: TitleOrder
}

/** Fills an area that is empty, failed or waits for a choice. */
export function Message({ title, text, art, action, alert = false, order = 2 }: Props) {
  const [isArtMissing, setArtMissing] = useState(false)
  return (
    <Stack className={classes.root} role={alert ? 'alert' : 'status'} align="center" gap="sm">
      {art && !isArtMissing && (
        <img
          className={classes.art}
          src={art}
          alt=""
          width={320}
          height={200}
          onError={() => setArtMissing(true)}
        />
      )}
      <Title order={order} size="h4">
        {title}
      </Title>
      {text && <Text c="dimmed">{text}</Text>}
      {action && (
        <Group justify="center" mt="sm">
          {action}
        </Group>
      )}
    </Stack>
  )
}
