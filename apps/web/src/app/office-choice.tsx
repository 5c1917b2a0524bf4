import type { MyOffice } from '@keyhour/contract/offices'
import { Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from '#web/app/office-choice.module.css'
import { writeChosen } from '#web/features/offices/rules.ts'
import searchArt from '#web/pictures/empty-search.svg'
import { localPlace } from '#web/texts/local-place.ts'
import { Message } from '#web/ui/message.tsx'

/** More than these are searched. */
const FEW = 12
/** More are found by typing. */
const MOST_SHOWN = 60

type Props = { offices: readonly MyOffice[] }

const dashboardOf = ({ id }: MyOffice) => `/dashboard${writeChosen({ officeId: id, subOfficeId: undefined })}`

export const OfficeChoice = ({ offices }: Props) =>
  offices.length > FEW ? <ManyOffices offices={offices} /> : <FewOffices offices={offices} />

function FewOffices({ offices }: Props) {
  const { t } = useTranslation('app')
  return (
    <Message
      art={searchArt}
      title={t('selectToView')}
      action={offices.map((office) => (
        <Button key={office.id} component={Link} to={dashboardOf(office)}>
          <bdi>{localPlace(office).name}</bdi>
        </Button>
      ))}
    />
  )
}

function ManyOffices({ offices }: Props) {
  const { t } = useTranslation('app')
  const [search, setSearch] = useState('')
  const sought = search.trim().toLowerCase()
  const found = offices.filter(({ name, name_he }) =>
    `${name}\n${name_he ?? ''}`.toLowerCase().includes(sought),
  )
  return (
    <Stack gap="md">
      <Title order={2} size="h4">
        {t('selectToView')}
      </Title>
      <TextInput
        className={classes.search!}
        type="search"
        aria-label={t('searchYourOffices')}
        placeholder={t('searchYourOffices')}
        leftSection={<IconSearch aria-hidden size={18} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <ul className={classes.offices}>
        {found.slice(0, MOST_SHOWN).map((office) => (
          <li key={office.id}>
            <Link className={classes.office} to={dashboardOf(office)}>
              <strong>
                <bdi>{localPlace(office).name}</bdi>
              </strong>
              <Text span size="sm" c="dimmed">
                {office.sub_offices.length > 0
                  ? t('spacesIn', { count: office.sub_offices.length })
                  : t('wholeOffice')}
              </Text>
            </Link>
          </li>
        ))}
      </ul>
      <Text c="dimmed" role="status">
        {found.length === 0 && t('noOfficeFound')}
        {found.length > MOST_SHOWN && t('typeForMore', { count: found.length })}
      </Text>
    </Stack>
  )
}
