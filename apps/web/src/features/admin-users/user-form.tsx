import * as contract from '@keyhour/contract/admin-users'
import { Checkbox, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addUser, changeUser, fetchUser, useUserChange } from '#web/features/admin-users/api.ts'
import { BusinessesInput } from '#web/features/admin-users/businesses-input.tsx'
import { OfficesInput } from '#web/features/admin-users/offices-input.tsx'
import {
  belongsNowhere,
  type Draft,
  draftOfUser,
  EMPTY_DRAFT,
  formOf,
} from '#web/features/admin-users/rules.ts'
import { inputOf, isOvertaken, showRefusal } from '#web/ui/form-errors.ts'
import { FormWindow, WindowForm } from '#web/ui/form-window.tsx'
import { notify } from '#web/ui/notifications.tsx'

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
  const form = useForm<Draft>({
    mode: 'controlled',
    initialValues: user ? draftOfUser(user) : EMPTY_DRAFT,
    validate: (draft) => (belongsNowhere(read) ? mistakesWithoutOffice : mistakesIn)(formOf(draft)),
  })

  const save = useUserChange({
    mutationFn: (draft: Draft) => {
      const body = formOf(draft)
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
    <WindowForm form={form} save={save} stored={read ? draftOfUser(read) : EMPTY_DRAFT} onClose={onClose}>
      <TextInput {...inputOf(form, 'name')} label={t('form.name')} data-autofocus autoComplete="off" />
      <TextInput
        {...inputOf(form, 'email')}
        label={t('form.email')}
        description={user ? t('form.newAddress') : t('form.invitation')}
        type="email"
        autoComplete="off"
      />
      <OfficesInput
        {...inputOf(form, 'officeIds')}
        roles={form.values.roles}
        onRole={(id, role) => form.setFieldValue('roles', { ...form.values.roles, [id]: role })}
      />
      <BusinessesInput
        userId={user?.id ?? null}
        chosen={form.values.businesses}
        onChange={(businesses) => form.setFieldValue('businesses', businesses)}
      />
      <Checkbox
        {...form.getInputProps('admin', { type: 'checkbox' })}
        label={t('form.admin')}
        description={t('form.adminHint')}
      />
    </WindowForm>
  )
}
