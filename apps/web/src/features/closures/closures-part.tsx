import type { AdminOffice } from '@keyhour/contract/admin-offices'
import type { Closure } from '@keyhour/contract/closures'
import { ActionIcon, Text, Title } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { nowMs } from '#web/clock.ts'
import { closuresQuery, removeClosure, useClosureChange } from '#web/features/closures/api.ts'
import { ClosureForm } from '#web/features/closures/closure-form.tsx'
import classes from '#web/features/closures/closures.module.css'
import { formatSpan } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { onceConfirmed } from '#web/ui/confirm.tsx'
import { InnerPart } from '#web/ui/inner-form.tsx'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'
import { QueryView } from '#web/ui/query-view.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

/** Unlike the rest of the form, each closure is saved immediately. */
export function ClosuresPart({ office }: { office: AdminOffice | null }) {
  const { t } = useTranslation('admin-offices')
  return (
    <InnerPart>
      <Title order={4} size="h5">
        {t('closures.title')}
      </Title>
      <SoftText>{office ? t('closures.atOnce') : t('closures.afterSaving')}</SoftText>
      {office && (
        <>
          <Closures office={office} />
          <ClosureForm office={office} />
        </>
      )}
    </InnerPart>
  )
}

const spaceOf = ({ sub_office_name, sub_office_name_he }: Closure): string | null =>
  localPlace({ name: sub_office_name, name_he: sub_office_name_he }).name

const isOver = ({ end }: Closure): boolean => Date.parse(end) <= nowMs()

function Closures({ office }: { office: AdminOffice }) {
  const { t } = useTranslation(['admin-offices', 'closures'])
  const closures = useQuery(closuresQuery(office.id))
  const remove = useClosureChange(
    office.id,
    (id: number) => removeClosure(office.id, id),
    () => notify(t('closures.removed'), 'success'),
  )

  const ask = ({ id, reason }: Closure) =>
    onceConfirmed({ message: t('closures.confirmRemoval', { reason }) }, () =>
      remove.mutate(id, { onError: (error) => notifyFailure(error) }),
    )

  return (
    <QueryView
      query={closures}
      isEmpty={(list) => list.every(isOver)}
      empty={<Text size="sm">{t('closures.none')}</Text>}
    >
      {(list) => (
        <ul className={classes.closureList} aria-label={t('closures.title')}>
          {list
            .filter((closure) => !isOver(closure))
            .toReversed()
            .map((closure) => (
              <li key={closure.id} className={classes.closure}>
                <div className={classes.words}>
                  <Text fw={500}>{closure.reason}</Text>
                  <SoftText>{formatSpan(closure.start, closure.end, office.time_zone)}</SoftText>
                  <SoftText>{spaceOf(closure) ?? t('wholeOffice', { ns: 'closures' })}</SoftText>
                </div>
                <ActionIcon
                  size="lg"
                  color="danger"
                  aria-label={t('closures.remove', { reason: closure.reason })}
                  loading={remove.isPending && remove.variables === closure.id}
                  onClick={() => void ask(closure)}
                >
                  <IconTrash aria-hidden size={18} />
                </ActionIcon>
              </li>
            ))}
        </ul>
      )}
    </QueryView>
  )
}
