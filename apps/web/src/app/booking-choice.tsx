import type { Office } from '@keyhour/contract/offices'
import { Anchor, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from '#web/app/booking-choice.module.css'
import { officesQuery } from '#web/features/offices/api.ts'
import { isOnOffer } from '#web/features/offices/rules.ts'
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
        query={offices}
        isEmpty={(all) => !all.some((office) => isOnOffer(office) && isSought(office))}
        empty={t('noOfficeFound')}
      >
        {(all) => (
          <ul className={classes.list}>
            {all
              .filter((office) => isOnOffer(office) && isSought(office))
              .map((office) => (
                <li key={office.id} className={classes.office}>
                  <Anchor component={Link} to={`/booking/${office.id}`} onClick={onChosen} fw={600}>
                    <bdi>{localPlace(office).name}</bdi>
                  </Anchor>
                  <Text size="sm" c="dimmed">
                    <bdi>{localPlace(office).address}</bdi>
                  </Text>
                </li>
              ))}
          </ul>
        )}
      </QueryView>
    </Stack>
  )
}
