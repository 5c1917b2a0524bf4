import { type ContactMessage, MessageFilter, MessageSort } from '@keyhour/contract/messages'
import { LoadingOverlay, Select, Text, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconMail, IconMailOpened, IconPaperclip } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListPage } from '#web/api/call.ts'
import { FailureBanner } from '#web/features/messages/failure-banner.tsx'
import { PriorityBadge, Tags } from '#web/features/messages/message-badges.tsx'
import classes from '#web/features/messages/messages.module.css'
import type { MessagesView } from '#web/features/messages/rules.ts'
import { formatMoment, viewerZone } from '#web/format/time.ts'
import messagesArt from '#web/pictures/empty-messages.svg'
import searchArt from '#web/pictures/empty-search.svg'
import { Message } from '#web/ui/message.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'

/** Within the area, so that options are right-to-left too. */
const HERE = { withinPortal: false, transitionProps: { duration: 120 } }

type Props = {
  query: UseQueryResult<ListPage<ContactMessage[]>>
  view: MessagesView
  onView: (change: Partial<MessagesView>, how?: { replace: boolean }) => void
  onOpen: (message: ContactMessage) => void
  ref: Ref<HTMLUListElement>
}

export function MessageList({ query, view, onView, onOpen, ref }: Props) {
  const { t } = useTranslation('messages')
  const { data, isPending, isPlaceholderData, isError, isFetching, refetch } = query
  const isLoading = isPending || isPlaceholderData || (isError && isFetching)
  return (
    <>
      <div className={classes.controls}>
        <Select
          label={t('sortLabel')}
          data={MessageSort.options.map((value) => ({ value, label: t(`sort.${value}`) }))}
          value={view.sort}
          onChange={(sort) => sort && onView({ sort })}
          allowDeselect={false}
          comboboxProps={HERE}
        />
        <Select
          label={t('filterLabel')}
          data={MessageFilter.options.map((value) => ({ value, label: t(`filter.${value}`) }))}
          value={view.filter}
          onChange={(filter) => filter && onView({ filter })}
          allowDeselect={false}
          comboboxProps={HERE}
        />
        <SearchBox
          className={classes.search}
          label={t('searchLabel')}
          placeholder={t('search')}
          q={view.q}
          onSearch={(q) => onView({ q }, { replace: true })}
        />
      </div>
      {isError && <FailureBanner text={t('failed')} isRetrying={isFetching} onRetry={() => void refetch()} />}
      <div className={classes.loaded} data-empty={data === undefined || undefined}>
        <LoadingOverlay
          visible={isLoading}
          overlayProps={{ backgroundOpacity: 0.6 }}
          loaderProps={{ 'aria-hidden': true }}
        />
        {isLoading && <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>}
        {data && <Found page={data} view={view} onView={onView} onOpen={onOpen} ref={ref} />}
      </div>
    </>
  )
}

type FoundProps = Omit<Props, 'query'> & { page: ListPage<ContactMessage[]> }

function Found({ page: { rows, total, isMore }, view, onView, onOpen, ref }: FoundProps) {
  const { t } = useTranslation('messages')
  if (total === 0)
    return view.q === '' ? (
      <Message art={messagesArt} title={t(`none.${view.filter}`)} />
    ) : (
      <Message art={searchArt} title={t('none.search')} />
    )
  return (
    <>
      <Text size="sm" c="dimmed" role="status" mb="xs">
        {isMore ? t('foundMore', { most: total.toLocaleString('he') }) : t('found', { count: total })}
      </Text>
      <ul ref={ref} className={classes.list} aria-label={t('title')}>
        {rows.map((message) => (
          <Row key={message.id} message={message} onOpen={onOpen} />
        ))}
      </ul>
      <Pager
        total={total}
        page={view.page}
        pageSize={view.page_size}
        isMore={isMore}
        onTurn={(page) => onView({ page })}
        onResize={(page_size) => onView({ page_size })}
      />
    </>
  )
}

function Row({ message, onOpen }: { message: ContactMessage; onOpen: Props['onOpen'] }) {
  const { t } = useTranslation('messages')
  const isRead = message.read_at !== null
  return (
    <li>
      <button
        type="button"
        className={classes.row}
        data-message={message.id}
        data-unread={!isRead || undefined}
        onClick={() => onOpen(message)}
      >
        <span className={classes.line}>
          {isRead ? (
            <IconMailOpened size={18} role="img" aria-label={t('read')} className={classes.seen} />
          ) : (
            <IconMail size={18} role="img" aria-label={t('unread')} className={classes.unseen} />
          )}
          <bdi className={classes.sender}>{message.email}</bdi>
          <PriorityBadge message={message} />
          {message.is_handled && (
            <IconCheck size={18} role="img" aria-label={t('handled')} className={classes.tick} />
          )}
          {message.has_files && (
            <IconPaperclip size={18} role="img" aria-label={t('hasFiles')} className={classes.seen} />
          )}
          {message.assignee && (
            <span className={classes.assigned}>
              {t('assignedTo')} <bdi>{message.assignee.name}</bdi>
            </span>
          )}
          <span className={classes.date}>
            {formatMoment(message.replied_at ?? message.created_at, viewerZone(), 'he')}
          </span>
        </span>
        <span className={classes.preview} dir="auto">
          {message.message}
        </span>
        <Tags tags={message.tags} />
      </button>
    </li>
  )
}
