import type { MyOffice } from '@keyhour/contract/offices'
import { Anchor, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from '#web/app/office-choice.module.css'
import { PlacePicture } from '#web/app/place-picture.tsx'
import { writeChosen } from '#web/features/offices/rules.ts'
import { localPlace } from '#web/texts/local-place.ts'

/** More than these are searched. */
const FEW = 12
/** More are found by typing. */
const MOST_SHOWN = 60

const dashboardOf = ({ id }: MyOffice) => `/dashboard${writeChosen({ officeId: id, subOfficeId: undefined })}`

/** By name or address, in either language. */
const isFound = ({ name, name_he, address, address_he }: MyOffice, sought: string): boolean =>
  [name, name_he, address, address_he].some((text) => text?.toLowerCase().includes(sought))

export function OfficeChoice({ offices }: { offices: readonly MyOffice[] }) {
  const { t } = useTranslation('app')
  const [search, setSearch] = useState('')
  const found = offices.filter((office) => isFound(office, search.trim().toLowerCase()))
  return (
    <Stack gap="md">
      <Title order={2} size="h4">
        {t('selectToView')}
      </Title>
      {offices.length > FEW && (
        <TextInput
          className={classes.search!}
          type="search"
          aria-label={t('searchYourOffices')}
          placeholder={t('searchOffices')}
          leftSection={<IconSearch aria-hidden size={18} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <ul className={classes.offices}>
        {found.slice(0, MOST_SHOWN).map((office) => (
          <OfficeCard key={office.id} office={office} />
        ))}
      </ul>
      <Text c="dimmed" role="status">
        {found.length === 0 && t('noOfficeFound')}
        {found.length > MOST_SHOWN && t('typeForMore', { count: found.length })}
      </Text>
    </Stack>
  )
}

function OfficeCard({ office }: { office: MyOffice }) {
  const { t } = useTranslation('app')
  const { name, address } = localPlace(office)
  const { length: spaces } = office.sub_offices
  return (
    <li className={classes.office}>
      <div className={classes.picture}>
        <PlacePicture address={office.picture} type="office" sizes="112px" />
      </div>
      <div className={classes.words}>
        <Anchor component={Link} to={dashboardOf(office)} className={classes.link}>
          <bdi>{name}</bdi>
        </Anchor>
        {address && (
          <Text size="sm">
            <bdi>{address}</bdi>
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {spaces > 0 ? t('spacesIn', { count: spaces }) : t('wholeOffice')}
        </Text>
      </div>
    </li>
  )
}
