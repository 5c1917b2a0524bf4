import type { Device } from '@keyhour/contract/access'
import { MultiSelect, type MultiSelectProps, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useOfficeName } from '#web/features/access/office-select.tsx'
import { choiceOf } from '#web/features/access/rules.ts'
import { myOfficesQuery } from '#web/features/offices/api.ts'
import { bySearched, foundByTyping } from '#web/ui/found-by-typing.ts'

/** Spaces are listed only if the door does not open all of them. */
export function DoorSpaces({ device }: { device: Device }) {
  const { t } = useTranslation('access')
  const { data: offices } = useQuery(myOfficesQuery)
  const officeName = useOfficeName()
  const office = offices?.find(({ id }) => id === device.office_id)
  const spaces = device.sub_office_ids.map(
    (id) => office?.sub_offices.find((space) => space.id === id)?.name ?? t('deletedSpace'),
  )
  return (
    <>
      <bdi>{officeName(device.office_id)}</bdi>
      {offices && spaces.length > 0 && (
        <Text size="xs" c="dimmed">
          {t('device.opensOnly', { spaces: spaces.join(', ') })}
        </Text>
      )}
    </>
  )
}

type Props = MultiSelectProps & { value?: string[]; officeId: string }

export function SpacesInput({ value = [], officeId, ...input }: Props) {
  const { t } = useTranslation('access')
  const { data: offices = [], isPending } = useQuery(myOfficesQuery)
  const spaces = offices.find(({ id }) => String(id) === officeId)?.sub_offices ?? []
  const choices = spaces.map(choiceOf)
  // A deleted space can no longer be chosen, but an earlier choice is kept.
  const gone = value.filter((id) => !choices.some((choice) => choice.value === id))
  if (choices.length === 0 && gone.length === 0) return null
  return (
    <MultiSelect
      {...input}
      value={value}
      label={t('form.spaces')}
      description={t('form.spacesHint')}
      {...(value.length === 0 && { placeholder: t('form.wholeOffice') })}
      data={[...choices, ...gone.map((id) => ({ value: id, label: isPending ? '…' : t('deletedSpace') }))]}
      {...foundByTyping}
      filter={bySearched}
      hidePickedOptions
      clearable
      nothingFoundMessage={t('form.noSpace')}
      maxDropdownHeight={240}
    />
  )
}
