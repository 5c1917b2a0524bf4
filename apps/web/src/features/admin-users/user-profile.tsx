import type { UserDetails } from '@keyhour/contract/admin-users'
import { Alert, Badge, Button, Group, Stack, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/admin-users/users.module.css'
import { fetchPassportImage } from '#web/features/users/api.ts'
import { formatDay, viewerZone } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf } from '#web/ui/form-errors.ts'
import { SoftText } from '#web/ui/soft-text.tsx'

const day = (moment: string) => formatDay(moment, viewerZone())

export function UserProfile({ user }: { user: UserDetails }) {
  const { t } = useTranslation('admin-users')
  const ways = [user.has_password && t('drawer.password'), user.has_google && t('drawer.google')]
  return (
    <Stack gap="lg">
      <Fate user={user} />
      <dl className={classes.about}>
        <Fact name={t('drawer.id')}>{user.id}</Fact>
        <Fact name={t('column.email')}>
          <bdi>{user.email}</bdi>
        </Fact>
        <Fact name={t('drawer.phone')}>
          <bdi>{user.profile.phone ?? t('drawer.noPhone')}</bdi>
        </Fact>
        <Fact name={t('drawer.role')}>{user.admin ? t('admin') : t('drawer.member')}</Fact>
        <Fact name={t('drawer.language')}>{t(`drawer.languages.${user.language}`)}</Fact>
        <Fact name={t('drawer.signsInWith')}>
          {ways.filter(Boolean).join(', ') || t('drawer.nothingYet')}
        </Fact>
        <Fact name={t('drawer.confirmed')}>
          {user.email_confirmed_at ? day(user.email_confirmed_at) : t('drawer.notYet')}
        </Fact>
        <Fact name={t('column.createdAt')}>{day(user.created_at)}</Fact>
        {user.deleted_at && <Fact name={t('drawer.deletedSince')}>{day(user.deleted_at)}</Fact>}
      </dl>
      <Offices offices={user.offices} />
      {user.businesses.length > 0 && <Businesses businesses={user.businesses} />}
      <Photo user={user} />
    </Stack>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

/** Announces or states that the account is purged. */
function Fate({ user: { purge_after, purged_at } }: { user: UserDetails }) {
  const { t } = useTranslation('admin-users')
  if (purged_at === null && purge_after === null) return null
  return (
    <Alert color="danger" variant="light">
      {purged_at === null ? t('drawer.goesOn', { date: day(purge_after!) }) : t('drawer.purged')}
    </Alert>
  )
}

function Offices({ offices }: Pick<UserDetails, 'offices'>) {
  const { t } = useTranslation('admin-users')
  return (
    <section aria-label={t('drawer.offices')}>
      <Title order={3} size="h5" mb="xs">
        {t('drawer.offices')}
      </Title>
      {offices.length === 0 ? (
        <p className={classes.none}>{t('drawer.noOffices')}</p>
      ) : (
        <ul className={classes.entries}>
          {offices.map((office) => (
            <li key={office.id} className={classes.entry}>
              <bdi>{localPlace(office).name}</bdi>
              <Group gap={4}>
                {office.roles.map((role) => (
                  <Badge key={role} size="sm" color="gray">
                    {t(`drawer.roles.${role}`)}
                  </Badge>
                ))}
              </Group>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Businesses({ businesses }: Pick<UserDetails, 'businesses'>) {
  const { t } = useTranslation('admin-users')
  return (
    <section aria-label={t('form.businesses')}>
      <Title order={3} size="h5" mb="xs">
        {t('form.businesses')}
      </Title>
      <ul className={classes.entries}>
        {businesses.map(({ id, name, role }) => (
          <li key={id} className={classes.entry}>
            <bdi>{name}</bdi>
            <Badge size="sm" color="gray">
              {t(`drawer.businessRoles.${role}`)}
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Fetched only on request, because each view is written to the audit log. */
function Photo({ user: { id, name, has_passport_image } }: { user: UserDetails }) {
  const { t } = useTranslation('admin-users')
  const [shown, setShown] = useState<string | null>(null)
  const view = useMutation({ mutationFn: () => fetchPassportImage(id), onSuccess: setShown })
  return (
    <section aria-label={t('drawer.photo')}>
      <Title order={3} size="h5" mb="xs">
        {t('drawer.photo')}
      </Title>
      {!has_passport_image ? (
        <p className={classes.none}>{t('drawer.noPhoto')}</p>
      ) : (
        <Stack gap="sm" align="flex-start">
          <FailureAlert text={failureOf(view.error)} />
          {shown && <img className={classes.photo} src={shown} alt={t('drawer.photoOf', { name })} />}
          <Button size="xs" loading={view.isPending} onClick={() => (shown ? setShown(null) : view.mutate())}>
            {shown ? t('drawer.hidePhoto') : t('drawer.showPhoto')}
          </Button>
          <SoftText>{t('drawer.photoNote')}</SoftText>
        </Stack>
      )}
    </section>
  )
}
