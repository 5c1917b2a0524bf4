import type { BusinessPerson } from '@keyhour/contract/businesses'
import { Button, Stack } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { peopleQuery } from '#web/features/businesses/api.ts'
import classes from '#web/features/businesses/businesses.module.css'
import { useCompany } from '#web/features/businesses/company-frame.tsx'
import { CompanyPart } from '#web/features/businesses/company-part.tsx'
import { InvitationList } from '#web/features/businesses/invitation-list.tsx'
import { InviteForm } from '#web/features/businesses/invite-form.tsx'
import { PeopleList } from '#web/features/businesses/people-list.tsx'
import { PersonForm } from '#web/features/businesses/person-form.tsx'
import { peopleView } from '#web/features/businesses/rules.ts'
import { useView } from '#web/ui/address.ts'
import { PagedList } from '#web/ui/paged-list.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'

export function CompanyPeopleScreen() {
  const { t } = useTranslation('businesses')
  const { id } = useCompany()
  const [view, changeView] = useView(peopleView)
  const people = useQuery(peopleQuery(id, view))
  const [inviting, setInviting] = useState(false)
  const [edited, setEdited] = useState<BusinessPerson | null>(null)
  return (
    <CompanyPart
      title={t('part.people')}
      actions={
        <Button
          variant="filled"
          leftSection={<IconUserPlus aria-hidden size={18} />}
          onClick={() => setInviting(true)}
        >
          {t('people.invite')}
        </Button>
      }
    >
      <Stack gap="md">
        <SearchBox
          className={classes.narrow}
          aria-label={t('people.searchLabel')}
          placeholder={t('people.search')}
          q={view.q}
          onSearch={(q) => changeView({ q }, { replace: true })}
        />
        <PagedList
          query={people}
          view={view}
          onView={changeView}
          failure={t('people.failed')}
          empty={t('people.none')}
          found={(count) => t('people.found', { count })}
        >
          {(rows) => <PeopleList people={rows} view={view} onView={changeView} onEdit={setEdited} />}
        </PagedList>
      </Stack>
      <InvitationList />
      <InviteForm opened={inviting} onClose={() => setInviting(false)} />
      <PersonForm person={edited} onClose={() => setEdited(null)} />
    </CompanyPart>
  )
}
