import type { BusinessMembership } from '@keyhour/contract/admin-users'
import { BusinessRole } from '@keyhour/contract/businesses'
import {
  Alert,
  Button,
  CloseButton,
  Group,
  Input,
  Loader,
  NativeSelect,
  Select,
  Stack,
  Text,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { userQuery } from '#web/features/admin-users/api.ts'
import classes from '#web/features/admin-users/users.module.css'
import { companiesFoundQuery } from '#web/features/businesses/api.ts'
import { onlyChoose } from '#web/ui/found-by-typing.ts'

const SETTLE_MS = 250

type Props = {
  /** Null for a new user. */
  userId: number | null
  /** Null: as stored. */
  chosen: BusinessMembership[] | null
  onChange: (businesses: BusinessMembership[]) => void
}

/** The companies that the user belongs to, each with a role. A company is found by its name. */
export function BusinessesInput({ userId, chosen, onChange }: Props) {
  const { t } = useTranslation('admin-users')
  const stored = useQuery(userId === null ? { queryKey: ['no user'], queryFn: skipToken } : userQuery(userId))
  const [names, setNames] = useState<Record<number, string>>({})
  const known = userId === null ? [] : stored.data?.businesses
  // Until they are known, nothing changes.
  if (!known) return <Unknown query={stored} />
  const memberships = chosen ?? known.map(({ id, role }) => ({ business_id: id, role }))
  const nameOf = (id: number) => known.find((one) => one.id === id)?.name ?? names[id] ?? `#${id}`

  function add(id: number, name: string) {
    setNames({ ...names, [id]: name })
    onChange([...memberships, { business_id: id, role: 'manager' }])
  }

  return (
    <Stack gap="xs">
      <CompanySelect except={memberships.map(({ business_id }) => business_id)} onAdd={add} />
      {memberships.length > 0 && (
        <ul className={classes.roles} aria-label={t('form.businessRoles')}>
          {memberships.map(({ business_id, role }) => (
            <Membership
              key={business_id}
              name={nameOf(business_id)}
              role={role}
              onRole={(next) =>
                onChange(
                  memberships.map((one) => (one.business_id === business_id ? { ...one, role: next } : one)),
                )
              }
              onRemove={() => onChange(memberships.filter((one) => one.business_id !== business_id))}
            />
          ))}
        </ul>
      )}
    </Stack>
  )
}

function Unknown({ query }: { query: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'> }) {
  const { t } = useTranslation(['admin-users', 'ui'])
  if (!query.error)
    return (
      <Input.Wrapper label={t('form.businesses')}>
        <Loader size="sm" display="block" role="status" aria-label={t('form.businessesLoading')} />
      </Input.Wrapper>
    )
  return (
    <Alert color="danger" variant="light">
      <Group justify="space-between" gap="sm">
        <Text>{t('form.businessesFailed')}</Text>
        <Button onClick={() => void query.refetch()} loading={query.isFetching}>
          {t('ui:retry')}
        </Button>
      </Group>
    </Alert>
  )
}

type SelectProps = { except: number[]; onAdd: (id: number, name: string) => void }

function CompanySelect({ except, onAdd }: SelectProps) {
  const { t } = useTranslation('admin-users')
  const [typed, setTyped] = useState('')
  const [sought] = useDebouncedValue(typed.trim(), SETTLE_MS)
  const { data: found = [] } = useQuery(companiesFoundQuery(sought))
  const choices = found.filter(({ id }) => !except.includes(id))
  return (
    <Select
      label={t('form.businesses')}
      description={t('form.businessesHint')}
      placeholder={t('form.chooseBusiness')}
      data={choices.map(({ id, name }) => ({ value: String(id), label: `${name} (#${id})` }))}
      // The server has searched.
      filter={({ options }) => options}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      value={null}
      onChange={(id) => {
        const company = choices.find((one) => String(one.id) === id)
        if (company) onAdd(company.id, company.name)
        setTyped('')
      }}
      onKeyDown={onlyChoose}
      nothingFoundMessage={t('form.noBusiness')}
      maxDropdownHeight={240}
    />
  )
}

type MembershipProps = {
  name: string
  role: BusinessRole
  onRole: (role: BusinessRole) => void
  onRemove: () => void
}

function Membership({ name, role, onRole, onRemove }: MembershipProps) {
  const { t } = useTranslation('admin-users')
  return (
    <li className={classes.companyRole}>
      <bdi>{name}</bdi>
      <NativeSelect
        aria-label={t('form.roleIn', { office: name })}
        data={BusinessRole.options.map((one) => ({ value: one, label: t(`drawer.businessRoles.${one}`) }))}
        value={role}
        onChange={({ currentTarget }) => onRole(currentTarget.value as BusinessRole)}
      />
      <CloseButton aria-label={t('form.removeFrom', { business: name })} onClick={onRemove} />
    </li>
  )
}
