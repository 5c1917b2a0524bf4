import type { ContactMessage } from '@keyhour/contract/messages'
import { Badge, Button, DirectionProvider, Group, Paper, Text, Title } from '@mantine/core'
import { IconCheck, IconMail, IconMailOpened } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { messagesQuery } from '#web/features/messages/api.ts'
import classes from '#web/features/messages/messages.module.css'
import { formatMoment, viewerZone } from '#web/format/time.ts'
import messagesArt from '#web/pictures/empty-messages.svg'
import { Page } from '#web/ui/page.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

/** This screen is in Hebrew, right-to-left, whatever the person's language. */
const useHebrew = () => useTranslation('messages', { lng: 'he' })

export function MessagesScreen() {
  const { t } = useHebrew()
  const messages = useQuery(messagesQuery)
  const [search, setSearch] = useSearchParams()
  const openId = Number(search.get('message'))

  return (
    <DirectionProvider initialDirection="rtl" detectDirection={false}>
      <div dir="rtl" lang="he">
        <Page title={t('title')}>
          <QueryView
            query={messages}
            loading={t('loading')}
            failure={t('failed')}
            isEmpty={({ length }) => length === 0}
            empty={t('none')}
            art={messagesArt}
          >
            {(list) => {
              const open = list.find(({ id }) => id === openId)
              if (open) return <Detail message={open} onBack={() => setSearch({})} />
              return <List messages={list} onOpen={(id) => setSearch({ message: String(id) })} />
            }}
          </QueryView>
        </Page>
      </div>
    </DirectionProvider>
  )
}

function List({ messages, onOpen }: { messages: ContactMessage[]; onOpen: (id: number) => void }) {
  const { t } = useHebrew()
  return (
    <ul className={classes.list}>
      {messages.map((message) => (
        <li key={message.id}>
          <button type="button" className={classes.row} onClick={() => onOpen(message.id)}>
            <span className={classes.line}>
              {message.read_at ? (
                <IconMailOpened size={18} aria-label={t('read')} />
              ) : (
                <IconMail size={18} aria-label={t('unread')} />
              )}
              <Text span fw={message.read_at ? 400 : 700}>
                <bdi>{message.email}</bdi>
              </Text>
              <PriorityBadge message={message} />
              {message.is_handled && <IconCheck size={18} aria-label={t('handled')} />}
              <Text span size="sm" c="dimmed" className={classes.date}>
                {formatMoment(message.created_at, viewerZone(), 'he')}
              </Text>
            </span>
            <Text span className={classes.preview} dir="auto">
              {message.message}
            </Text>
            <Tags tags={message.tags} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function Detail({ message, onBack }: { message: ContactMessage; onBack: () => void }) {
  const { t } = useHebrew()
  return (
    <Paper withBorder p="lg">
      <Group justify="space-between" mb="md">
        <Title order={2} size="h4">
          <bdi>{message.email}</bdi>
        </Title>
        <Button onClick={onBack}>{t('back')}</Button>
      </Group>
      <dl className={classes.facts}>
        <dt>{t('received')}</dt>
        <dd>{formatMoment(message.created_at, viewerZone(), 'he')}</dd>
        <dt>{t('status')}</dt>
        <dd>{message.read_at ? t('read') : t('unread')}</dd>
        <dt>{t('handling')}</dt>
        <dd>{message.is_handled ? t('handled') : t('awaiting')}</dd>
        <dt>{t('priorityLabel')}</dt>
        <dd>
          <PriorityBadge message={message} />
        </dd>
      </dl>
      <Text className={classes.body} dir="auto">
        {message.message}
      </Text>
      <Tags tags={message.tags} />
    </Paper>
  )
}

function PriorityBadge({ message: { priority } }: { message: ContactMessage }) {
  const { t } = useHebrew()
  return (
    <Badge variant="light" color={priority === 'high' ? 'danger' : 'gray'} tt="none">
      {t(`priority.${priority}`)}
    </Badge>
  )
}

function Tags({ tags }: { tags: string[] }) {
  return (
    <span className={classes.tags}>
      {tags.map((tag) => (
        <Badge key={tag} variant="outline" color="gray" tt="none">
          {tag}
        </Badge>
      ))}
    </span>
  )
}
