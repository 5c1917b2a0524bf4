import { type BusinessPerson, PersonSort } from '@keyhour/contract/businesses'
import { Badge, Select, Text } from '@mantine/core'
import { IconCalendarEvent, IconPencil, IconUserMinus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useUser } from '#web/api/session.ts'
import { removePerson, useCompanyChange } from '#web/features/businesses/api.ts'
import classes from '#web/features/businesses/businesses.module.css'
import { useCompany } from '#web/features/businesses/company-frame.tsx'
import { expectedPersonDirection, PERSON_SORTINGS, type PeopleView } from '#web/features/businesses/rules.ts'
import { formatMoney } from '#web/format/money.ts'
import { onceConfirmed } from '#web/ui/confirm.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { FactCards } from '#web/ui/fact-cards.tsx'
import { sortedAs, sortedBy, sortingOf } from '#web/ui/list-view.ts'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'
import { useIsPhone } from '#web/ui/phone.ts'
import { RowActions } from '#web/ui/row-actions.tsx'

type Row = BusinessPerson & { id: number }

type Props = {
  people: BusinessPerson[]
  view: PeopleView
  onView: (change: Partial<PeopleView>) => void
  onEdit: (person: BusinessPerson) => void
}

/** A table, or cards on a phone. */
export function PeopleList({ people, view, onView, onEdit }: Props) {
  const { t } = useTranslation('businesses')
  const isPhone = useIsPhone()
  const rows = people.map((person) => ({ ...person, id: person.user_id }))
  const facts = useFacts()
  const name: Column<Row> = {
    key: 'name',
    heading: t('people.name'),
    cell: (person) => <Name person={person} />,
    sortable: true,
  }
  const actions: Column<Row> = {
    key: 'actions',
    heading: t('people.actions'),
    cell: (person) => <Actions person={person} onEdit={onEdit} />,
  }
  if (isPhone)
    return (
      <>
        <Select
          label={t('people.sortBy')}
          data={PERSON_SORTINGS.map((value) => ({ value, label: t(`people.sorted.${value}`) }))}
          value={sortingOf(view)}
          onChange={(sorting) => sorting && onView(sortedAs<PersonSort>(sorting as `${PersonSort}-asc`))}
          allowDeselect={false}
        />
        <FactCards label={t('part.people')} rows={rows} name={name} facts={facts} actions={actions} />
      </>
    )
  return (
    <DataTable
      caption={t('part.people')}
      columns={[name, ...facts, actions]}
      rows={rows}
      rowKey={({ id }) => id}
      order={{
        by: view.sort,
        direction: view.direction,
        onSort: (key) => onView(sortedBy(view, PersonSort.parse(key), expectedPersonDirection)),
      }}
    />
  )
}

function useFacts(): Column<Row>[] {
  const { t } = useTranslation('businesses')
  const { currency } = useCompany()
  return [
    {
      key: 'role',
      heading: t('people.role'),
      cell: ({ role }) => t(`role.${role}`),
      sortable: true,
    },
    {
      key: 'monthly_limit',
      heading: t('people.limit'),
      cell: ({ monthly_limit }) =>
        monthly_limit === null ? t('noLimit') : formatMoney(monthly_limit, currency),
      numeric: true,
      sortable: true,
    },
    {
      key: 'used_this_month',
      heading: t('people.used'),
      cell: ({ used_this_month }) => formatMoney(used_this_month, currency),
      numeric: true,
      sortable: true,
    },
    {
      key: 'types',
      heading: t('people.types'),
      cell: ({ allowed_types }) =>
        allowed_types === null ? t('allTypes') : allowed_types.map((type) => t(`type.${type}`)).join(', '),
    },
  ]
}

const nameId = (userId: number): string => `person-${userId}`

function Name({ person: { user_id, name, email } }: { person: Row }) {
  const { t } = useTranslation('businesses')
  const isMyself = useUser()?.id === user_id
  return (
    <div className={classes.words}>
      <span id={nameId(user_id)}>
        <bdi>{name}</bdi>{' '}
        {isMyself && (
          <Badge size="sm" color="gray">
            {t('people.you')}
          </Badge>
        )}
      </span>
      <Text size="sm" c="dimmed">
        <bdi>{email}</bdi>
      </Text>
    </div>
  )
}

function Actions({ person, onEdit }: { person: Row } & Pick<Props, 'onEdit'>) {
  const { t } = useTranslation('businesses')
  const company = useCompany()
  const navigate = useNavigate()
  const { user_id, name } = person
  const busyKey = ['businesses', company.id, 'person', user_id]
  const removal = useCompanyChange({
    mutationKey: busyKey,
    mutationFn: () => removePerson(company.id, user_id),
    onSuccess: () => notify(t('people.removed', { name }), 'success'),
    onError: (error: Error) => void notifyFailure(error),
  })
  const askToRemove = () =>
    onceConfirmed(
      { message: t('people.confirmRemoval', { name, company: company.name }), type: 'danger' },
      removal.mutate,
    )
  return (
    <RowActions
      busyKey={busyKey}
      describedBy={nameId(user_id)}
      actions={[
        {
          label: t('people.bookings'),
          icon: IconCalendarEvent,
          onClick: () => void navigate(`/company/${company.id}/usage?person=${user_id}`),
        },
        { label: t('people.edit'), icon: IconPencil, onClick: () => onEdit(person) },
        {
          label: t('people.remove'),
          icon: IconUserMinus,
          isDangerous: true,
          onClick: () => void askToRemove(),
        },
      ]}
    />
  )
}
