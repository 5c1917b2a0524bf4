import type { ContactMessage } from '@keyhour/contract/messages'
import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/messages/messages.module.css'

export function PriorityBadge({ message: { priority } }: { message: ContactMessage }) {
  const { t } = useTranslation('messages')
  return (
    <Badge
      variant={priority === 'low' ? 'outline' : 'light'}
      color={priority === 'high' ? 'danger' : 'gray'}
      className={classes.badge}
    >
      {t(`priority.${priority}`)}
    </Badge>
  )
}

export function Tags({ tags }: { tags: string[] }) {
  return (
    <span className={classes.tags}>
      {tags.map((tag) => (
        <Badge key={tag} variant="outline" color="gray">
          <bdi>{tag}</bdi>
        </Badge>
      ))}
    </span>
  )
}
