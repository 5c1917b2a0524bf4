import type { Office } from '@keyhour/contract/offices'
import { Anchor, Badge, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from '#web/app/booking-choice.module.css'
import { freeNowQuery } from '#web/features/home/api.ts'
import { officesQuery } from '#web/features/offices/api.ts'
import { inBookingOrder, isOnOffer, whyShut } from '#web/features/offices/rules.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { QueryView } from '#web/ui/query-view.tsx'
import { SidePanel } from '#web/ui/side-panel.tsx'

export function BookingChoice({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('app')
  return (
    <SidePanel opened={opened} onClose={onClose} title={t('chooseOfficeToBook')}>
      <OfficeList onChosen={onClose} />
    </SidePanel>
  )
}

function OfficeList({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation('app')
  const [search, setSearch] = useState('')
  const offices = useQuery(officesQuery)
  const freeNow = useQuery(freeNowQuery(null, []))
  const free = freeNow.data?.offices.map(({ office_id }) => office_id) ?? []
  const sought = search.trim().toLowerCase()
  const isSought = (office: Office) =>
    [office.name, office.name_he, office.address, office.address_he].join(' ').toLowerCase().includes(sought)

  return (
    <Stack gap="md">
      <TextInput
        label={t('searchOffices')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <QueryView
        shape="cards"
        query={offices}
        isEmpty={(all) => !all.some((office) => isOnOffer(office) && isSought(office))}
        empty={t('noOfficeFound')}
      >
        {(all) => (
          <ul className={classes.list}>
            {inBookingOrder(
              all.filter((office) => isOnOffer(office) && isSought(office)),
              free,
            ).map((office) => (
              <Choice key={office.id} office={office} isFree={free.includes(office.id)} onChosen={onChosen} />
            ))}
          </ul>
        )}
      </QueryView>
    </Stack>
  )
}

type ChoiceProps = { office: Office; isFree: boolean; onChosen: () => void }

/** An office that cannot be booked says why, and does not lead to the booking. */
function Choice({ office, isFree, onChosen }: ChoiceProps) {
  const { t } = useTranslation('app')
  const { name, address } = localPlace(office)
  const shut = whyShut(office)
  return (
    <li className={classes.office}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        {shut ? (
          <Text fw={600} c="dimmed">
            <bdi>{name}</bdi>
          </Text>
        ) : (
          <Anchor component={Link} to={`/booking/${office.id}`} onClick={onChosen} fw={600}>
            <bdi>{name}</bdi>
          </Anchor>
        )}
        {shut && (
          <Badge variant="light" color="gray" tt="none" style={{ flex: 'none' }}>
            {t(`officeState.${shut}`)}
          </Badge>
        )}
        {!shut && isFree && (
          <Badge variant="light" color="free" tt="none" style={{ flex: 'none' }}>
            {t('officeState.free')}
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        <bdi>{address}</bdi>
      </Text>
    </li>
  )
}
