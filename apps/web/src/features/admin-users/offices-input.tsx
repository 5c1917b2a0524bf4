import { OfficeRole } from '@keyhour/contract/admin-users'
import { MultiSelect, type MultiSelectProps, NativeSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/admin-users/users.module.css'
import { myOfficesQuery } from '#web/features/offices/api.ts'
import { bySearched, foundByTyping } from '#web/ui/found-by-typing.ts'

/** Typing finds the others. */
const MOST_CHOICES = 100

type Props = MultiSelectProps & Pick<RolesProps, 'roles' | 'onRole'>

export function OfficesInput({ value = [], roles, onRole, ...input }: Props) {
  const { t } = useTranslation('admin-users')
  const { data: offices = [], isPending } = useQuery(myOfficesQuery)
  const choices = offices.map(({ id, name, name_he }) => ({
    value: String(id),
    label: name,
    searched: name_he ?? '',
  }))
  // A deleted office can no longer be chosen, but an earlier choice is kept.
  const gone = value.filter((id) => !choices.some((choice) => choice.value === id))
  const all = [...choices, ...gone.map((id) => ({ value: id, label: isPending ? '…' : `#${id}` }))]
  const chosen = value.map((id) => ({ id, name: all.find((choice) => choice.value === id)!.label }))
  return (
    <Stack gap="xs">
      <MultiSelect
        {...input}
        value={value}
        label={t('form.offices')}
        {...(value.length === 0 && { placeholder: t('form.chooseOffices') })}
        data={all}
        limit={MOST_CHOICES}
        {...foundByTyping}
        filter={bySearched}
        hidePickedOptions
        clearable
        nothingFoundMessage={t('form.noOffice')}
        classNames={{ inputField: classes.typed! }}
        maxDropdownHeight={240}
      />
      {chosen.length > 0 && <Roles chosen={chosen} roles={roles} onRole={onRole} />}
    </Stack>
  )
}

type RolesProps = {
  chosen: { id: string; name: string }[]
  roles: Record<string, OfficeRole>
  onRole: (id: string, role: OfficeRole) => void
}

function Roles({ chosen, roles, onRole }: RolesProps) {
  const { t } = useTranslation('admin-users')
  const data = OfficeRole.options.map((role) => ({ value: role, label: t(`drawer.roles.${role}`) }))
  return (
    <ul className={classes.roles} aria-label={t('form.roles')}>
      {chosen.map(({ id, name }) => (
        <li key={id} className={classes.role}>
          <bdi>{name}</bdi>
          <NativeSelect
            aria-label={t('form.roleIn', { office: name })}
            data={data}
            value={roles[id] ?? 'member'}
            onChange={({ currentTarget }) => onRole(id, currentTarget.value as OfficeRole)}
          />
        </li>
      ))}
    </ul>
  )
}
