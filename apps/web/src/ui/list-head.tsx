import { Button, Group, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import classes from '#web/ui/list-head.module.css'
import { SearchBox } from '#web/ui/search-box.tsx'

type TitleProps = { title: string; add: string; onAdd: () => void }

export function ListTitle({ title, add, onAdd }: TitleProps) {
  return (
    <Group justify="space-between" gap="sm">
      <Title order={1} size="h2">
        {title}
      </Title>
      <Button variant="filled" leftSection={<IconPlus aria-hidden size={18} />} onClick={onAdd}>
        {add}
      </Button>
    </Group>
  )
}

type Props = TitleProps & {
  searchLabel: string
  placeholder: string
  q: string
  onSearch: (q: string) => void
}

export function ListHead({ title, add, onAdd, searchLabel, ...search }: Props) {
  return (
    <>
      <ListTitle title={title} add={add} onAdd={onAdd} />
      <SearchBox className={classes.search} aria-label={searchLabel} {...search} />
    </>
  )
}
