import type { ConflictFilter } from '@keyhour/contract/conflicts'
import { Button, Center, Stack, Tabs, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { conflictsQuery } from '#web/features/conflicts/api.ts'
import { ConflictCard } from '#web/features/conflicts/conflict-card.tsx'
import { conflictView } from '#web/features/conflicts/rules.ts'
import searchArt from '#web/pictures/empty-search.svg'
import { useView } from '#web/ui/address.ts'
import { CardList } from '#web/ui/card-list.tsx'
import { Message } from '#web/ui/message.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

const STATES = ['open', 'answered'] as const

export function ConflictInbox({ onMove }: { onMove: (orderId: number) => void }) {
  const { t } = useTranslation('conflicts')
  const [{ state }, changeView] = useView(conflictView)
  const conflicts = useInfiniteQuery(conflictsQuery(state))
  return (
    <Page title={t('title')}>
      <Stack gap="lg">
        <Text c="dimmed">{t('intro')}</Text>
        <Tabs
          value={state}
          onChange={(value) => changeView({ state: value as ConflictFilter['state'] })}
          keepMounted={false}
        >
          <Tabs.List aria-label={t('state.label')} mb="lg">
            {STATES.map((value) => (
              <Tabs.Tab key={value} value={value}>
                {t(`state.${value}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={state}>
            <QueryView
              shape="list"
              query={conflicts}
              loading={t('loading')}
              isEmpty={({ pages }) => pages[0]?.length === 0}
              empty={
                state === 'open' ? (
                  <Message art={searchArt} title={t('none')} text={t('noneHint')} />
                ) : (
                  <Message art={searchArt} title={t('noneAnswered')} />
                )
              }
            >
              {({ pages }) => (
                <>
                  <CardList label={t('title')} rows={pages.flat()}>
                    {(conflict) => <ConflictCard conflict={conflict} onMove={onMove} />}
                  </CardList>
                  {conflicts.hasNextPage && (
                    <Center>
                      <Button
                        onClick={() => void conflicts.fetchNextPage()}
                        loading={conflicts.isFetchingNextPage}
                      >
                        {t('more')}
                      </Button>
                    </Center>
                  )}
                </>
              )}
            </QueryView>
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </Page>
  )
}
