import { ActionIcon, Button, Group, Text, useDirection } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import classes from '#web/ui/turner.module.css'

type Props = {
  /** The time that is shown. */
  shown: string
  words: { before: string; after: string; today: string }
  onTurn: (by: 1 | -1) => void
  onToday: () => void
}

/** Turns the pages of a calendar. */
export function Turner({ shown, words, onTurn, onToday }: Props) {
  const { dir } = useDirection()
  const [Before, After] =
    dir === 'rtl' ? [IconChevronRight, IconChevronLeft] : [IconChevronLeft, IconChevronRight]
  return (
    <Group className={classes.turner!} gap="xs" wrap="nowrap">
      <ActionIcon size={36} aria-label={words.before} onClick={() => onTurn(-1)}>
        <Before aria-hidden size={18} />
      </ActionIcon>
      <Text className={classes.shown!} fw={600} aria-live="polite">
        {shown}
      </Text>
      <ActionIcon size={36} aria-label={words.after} onClick={() => onTurn(1)}>
        <After aria-hidden size={18} />
      </ActionIcon>
      <Button flex="none" onClick={onToday}>
        {words.today}
      </Button>
    </Group>
  )
}
