import { Anchor, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router'
import { ownBusinessesQuery } from '#web/features/businesses/api.ts'
import classes from '#web/features/businesses/businesses.module.css'
import { formatMoney } from '#web/format/money.ts'
import searchArt from '#web/pictures/empty-search.svg'
import { Message } from '#web/ui/message.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

/** A manager of one company goes straight there. */
export function CompaniesScreen() {
  const { t } = useTranslation('businesses')
  const own = useQuery(ownBusinessesQuery)
  const managed = own.data?.filter(({ role }) => role === 'manager') ?? []
  if (managed.length === 1 && !own.isFetching) return <Navigate to={`/company/${managed[0]!.id}`} replace />
  return (
    <Page title={managed.length > 1 ? t('choose') : t('title')}>
      <QueryView
        shape="table"
        query={own}
        loading={t('loading')}
        isEmpty={() => managed.length === 0}
        empty={
          <Message
            art={searchArt}
            title={t('none')}
            text={t('noneText')}
            action={
              <Button component={Link} to="/company/new" variant="filled">
                {t('setUp')}
              </Button>
            }
          />
        }
      >
        {() => (
          <ul className={classes.companies} aria-label={t('choose')}>
            {managed.map(({ id, name, left, currency }) => (
              <li key={id} className={classes.company}>
                <Anchor component={Link} to={`/company/${id}`} fw={600}>
                  <bdi>{name}</bdi>
                </Anchor>
                <Text c="dimmed">{t('inPool', { left: formatMoney(left, currency) })}</Text>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Page>
  )
}
