import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useUser } from '#web/api/session.ts'
import { waitsQuery } from '#web/features/waiting-list/api.ts'
import { WaitCard } from '#web/features/waiting-list/wait-card.tsx'
import classes from '#web/features/waiting-list/waiting-list.module.css'

/** Nothing for somebody who waits for nothing. */
export function MyWaits() {
  const { t } = useTranslation('waiting-list')
  const { data: waits = [] } = useQuery(waitsQuery(useUser()?.id))
  if (waits.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby="my-waits">
      <Title order={2} size="h4" id="my-waits">
        {t('title')}
      </Title>
      <ul className={classes.list}>
        {waits.map((entry) => (
          <WaitCard key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  )
}
