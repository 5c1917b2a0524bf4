import { type OwnProfile, UserChange } from '@keyhour/contract/users'
import { Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { profileQuery, saveProfile } from '#web/features/users/api.ts'
import classes from '#web/features/users/profile.module.css'
import { ProfileCard } from '#web/features/users/profile-card.tsx'
import { type About, aboutOf, profileChangeOf, versionRead } from '#web/features/users/rules.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf, inputOf, isOvertaken, showRefusal, submitOf } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'
import { OvertakenCard } from '#web/ui/overtaken-card.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.ts'

const LANGUAGES = ['en', 'he'] as const
const mistakesIn = schemaResolver(UserChange.omit({ version: true }), { sync: true })

export function ProfileAboutForm({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation('users')
  const queryClient = useQueryClient()
  const [read, setRead] = useState(profile)
  const form = useForm<About>({
    mode: 'controlled',
    initialValues: aboutOf(profile),
    validate: (about) => mistakesIn(profileChangeOf(about)),
  })

  const save = useMutation({
    mutationFn: async ({ about, version }: { about: About; version: number }) => {
      await saveProfile(profile.id, { ...profileChangeOf(about), version })
      form.resetDirty(about)
    },
    onSuccess: () => notify(t('profile.about.saved'), 'success'),
    onError: (error) => showRefusal(form, error),
    // After a refusal too: the stored profile may be newer than the one shown.
    onSettled: (_, error) => {
      const stored = queryClient.invalidateQueries(profileQuery)
      // Other failures are shown immediately: without a connection a refetch may take minutes.
      return error && !isOvertaken(error) ? undefined : stored
    },
  })

  function fill() {
    setRead(profile)
    form.setValues(aboutOf(profile))
    form.resetDirty(aboutOf(profile))
    form.clearErrors()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is being typed is left alone
  useEffect(() => {
    if (!form.isDirty()) fill()
  }, [profile])

  /** Saving again after having seen the stored profile overwrites it. */
  function submit(about: About) {
    const version = isOvertaken(save.error) ? profile.version : versionRead(read, profile)
    save.mutate({ about, version })
  }

  function takeStored() {
    fill()
    save.reset()
  }

  const storedNow = t('profile.overtaken.stored', {
    name: profile.name,
    phone: profile.phone ?? t('profile.overtaken.noPhone'),
    language: t(`profile.about.in.${profile.language}`),
  })
  useUnsavedChanges(form.isDirty())
  return (
    <ProfileCard title={t('profile.about.title')} text={t('profile.about.text')}>
      <form noValidate onSubmit={submitOf(form, submit)}>
        <Stack gap="lg">
          {isOvertaken(save.error) ? (
            <OvertakenCard error={save.error} stored={storedNow} onTake={takeStored} />
          ) : (
            <FailureAlert text={failureOf(save.error)} />
          )}
          <AboutFields form={form} email={profile.email} />
          <Group>
            <Button type="submit" variant="filled" loading={save.isPending}>
              {t('profile.about.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </ProfileCard>
  )
}

function AboutFields({ form, email }: { form: UseFormReturnType<About>; email: string }) {
  const { t } = useTranslation('users')
  return (
    <div className={classes.fields}>
      <TextInput {...inputOf(form, 'name')} label={t('profile.about.name')} autoComplete="name" />
      <TextInput
        label={t('profile.about.email')}
        description={t('profile.about.emailFixed')}
        classNames={{ input: classes.fixed ?? '' }}
        type="email"
        value={email}
        readOnly
      />
      <TextInput {...inputOf(form, 'phone')} label={t('profile.about.phone')} type="tel" autoComplete="tel" />
      <Select
        {...form.getInputProps('language')}
        label={t('profile.about.language')}
        data={LANGUAGES.map((value) => ({ value, label: t(`profile.about.in.${value}`) }))}
        allowDeselect={false}
      />
    </div>
  )
}
