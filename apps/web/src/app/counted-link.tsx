import { Badge, Button, VisuallyHidden } from '@mantine/core'
import { Link } from 'react-router'

type Props = {
  to: string
  label: string
  count: number
  /** At least this many are counted. */
  most: number
  /** What is counted, as it is read out. */
  words: { some: string; more: string }
}

/** A link of the bar, with how many things wait there, if there are any. */
export function CountedLink({ to, label, count, most, words }: Props) {
  const isMore = count >= most
  return (
    <Button
      variant="subtle"
      color="gray"
      component={Link}
      to={to}
      rightSection={
        count > 0 && (
          <Badge color="gray" variant="light" size="md" circle={count < 10}>
            <span aria-hidden>{isMore ? `${most - 1}+` : count}</span>
            <VisuallyHidden>{isMore ? words.more : words.some}</VisuallyHidden>
          </Badge>
        )
      }
    >
      {label}
    </Button>
  )
}
