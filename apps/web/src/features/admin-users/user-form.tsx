import * as contract from '@keyhour/contract/admin-users'
import { Checkbox, MultiSelect, type MultiSelectProps, Stack, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addUser, changeUser, fetchUser, useUserChange } from '#web/features/admin-users/api.ts'
import {
  belongsNowhere,
  completed,
  type Draft,
  draftOf,
  EMPTY_DRAFT,
  formOf,
  staffedOffices,
} from '#web/features/admin-users/rules.ts'
import { myOfficesQuery } from '#web/features/offices/api.ts'
import { inputOf, isOvertaken, showRefusal } from '#web/ui/form-errors.ts'
import { FormWindow, WindowForm } from '#web/ui/form-window.tsx'
import { bySearched, foundByTyping } from '#web/ui/found-by-typing.ts'
import { notify } from '#web/ui/notifications.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

const mistakesIn = schemaResolver(contract.UserForm, { sync: true })
const mistakesWithoutOffice = schemaResolver(contract.UserFields, { sync: true })

/** `user` is null for a new user. */
type Props = { opened: boolean; user: contract.User | null; onClose: () => void }

export function UserForm({ opened, user, onClose }: Props) {
  const { t } = useTranslation('admin-users')
  return (
    <FormWindow opened={opened} onClose={onClose} title={user ? t('form.edit') : t('form.add')}>
      <Fields user={user} onClose={onClose} />
    </FormWindow>
  )
}

function Fields({ user, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation('admin-users')
  /** The version that saving refers to. */
  const [read, setRead] = useState(user)
  const staffed = staffedOffices(read)
  const form = useForm<Draft>({
    mode: 'controlled',
    initialValues: user ? draftOf(user) : EMPTY_DRAFT,
    validate: (draft) =>
      (belongsNowhere(read) ? mistakesWithoutOffice : mistakesIn)(completed(draft, staffed)),
  })

  const save = useUserChange({
    mutationFn: (draft: Draft) => {
      const body = formOf(completed(draft, staffed))
      return read ? changeUser({ id: read.id, ...body, version: read.version }) : addUser(body)
    },
    onSuccess: ({ name }) => {
      notify(user ? t('form.saved', { name }) : t('form.added', { name }), 'success')
      onClose()
    },
    onError: async (error) => {
      showRefusal(form, error)
      if (read && isOvertaken(error)) setRead(await fetchUser(read.id))
    },
  })

  return (
    <WindowForm form={form} save={save} stored={read ? draftOf(read) : EMPTY_DRAFT} onClose={onClose}>
      <TextInput {...inputOf(form, 'name')} label={t('form.name')} data-autofocus autoComplete="off" />
      <TextInput
        {...inputOf(form, 'email')}
        label={t('form.email')}
        description={user ? t('form.newAddress') : t('form.invitation')}
        type="email"
        autoComplete="off"
      />
      <OfficesInput {...inputOf(form, 'officeIds')} staffed={staffed} />
      <Checkbox
        {...form.getInputProps('admin', { type: 'checkbox' })}
        label={t('form.admin')}
        description={t('form.adminHint')}
      />
    </WindowForm>
  )
}

/** Typing finds the others. */
const MOST_CHOICES = 100

function OfficesInput({ value = [], staffed, ...input }: MultiSelectProps & { staffed: number[] }) {
  const { t } = useTranslation('admin-users')
  const { data: offices = [] } = useQuery(myOfficesQuery)
  const nameOf = (id: number) => offices.find((office) => office.id === id)?.name ?? String(id)
  const choices = offices
    .filter(({ id }) => !staffed.includes(id))
    .map(({ id, name, name_he }) => ({ value: String(id), label: name, searched: name_he ?? '' }))
  // A deleted office can no longer be chosen, but an earlier choice is kept.
  const gone = value.filter((id) => !offices.some((office) => String(office.id) === id))
  return (
    <Stack gap={4}>
      <MultiSelect
        {...input}
        value={value}
        label={t('form.offices')}
        {...(value.length === 0 && { placeholder: t('form.chooseOffices') })}
        data={[...choices, ...gone.map((id) => ({ value: id, label: `#${id}` }))]}
        limit={MOST_CHOICES}
        {...foundByTyping}
        filter={bySearched}
        hidePickedOptions
        clearable
        nothingFoundMessage={t('form.noOffice')}
        maxDropdownHeight={240}
      />
      {staffed.length > 0 && (
        <SoftText>{t('form.staff', { offices: staffed.map(nameOf).join(', ') })}</SoftText>
      )}
    </Stack>
  )
}
