import type { BusinessPerson, PersonChange } from '@keyhour/contract/businesses'
import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useUser } from '#web/api/session.ts'
import { AllowanceFields } from '#web/features/businesses/allowance-fields.tsx'
import { changePerson, useCompanyChange } from '#web/features/businesses/api.ts'
import { useCompany } from '#web/features/businesses/company-frame.tsx'
import {
  type AllowanceDraft,
  allowanceDraftOf,
  allowanceMistakes,
  allowanceOf,
} from '#web/features/businesses/rules.ts'
import { FormWindow, WindowForm } from '#web/ui/form-window.tsx'
import { notify } from '#web/ui/notifications.tsx'

type Props = { person: BusinessPerson | null; onClose: () => void }

export function PersonForm({ person, onClose }: Props) {
  const { t } = useTranslation('businesses')
  return (
    <FormWindow opened={person !== null} onClose={onClose} title={t('people.edit')}>
      {person && <Fields person={person} onClose={onClose} />}
    </FormWindow>
  )
}

function Fields({ person, onClose }: { person: BusinessPerson; onClose: () => void }) {
  const { t } = useTranslation('businesses')
  const { id, currency } = useCompany()
  const isMyself = useUser()?.id === person.user_id
  const form = useForm<AllowanceDraft>({
    mode: 'controlled',
    initialValues: allowanceDraftOf(person),
    validate: allowanceMistakes,
  })
  const save = useCompanyChange({
    mutationFn: (draft: AllowanceDraft) => changePerson(id, person.user_id, changesOf(person, draft)),
    onSuccess: ({ name }) => {
      notify(t('people.saved', { name }), 'success')
      onClose()
    },
  })
  return (
    <WindowForm form={form} save={save} onClose={onClose}>
      <Text fw={600}>
        <bdi>{person.name}</bdi>, <bdi>{person.email}</bdi>
      </Text>
      <AllowanceFields
        form={form}
        currency={currency}
        roleHint={t(isMyself ? 'people.ownRole' : 'people.roleHint')}
      />
    </WindowForm>
  )
}

/** Only what was changed here: another manager may have changed the rest meanwhile. */
function changesOf(person: BusinessPerson, draft: AllowanceDraft): PersonChange {
  const before = allowanceOf(allowanceDraftOf(person))
  const changed = Object.entries(allowanceOf(draft)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof PersonChange]),
  )
  return Object.fromEntries(changed)
}
