import type { MyOffice } from '@keyhour/contract/offices'
import { PANEL_NAME_LENGTH, type Panel, PanelDraft } from '@keyhour/contract/panels'
import { ActionIcon, Button, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { IconDeviceTablet, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nowMs } from '#web/clock.ts'
import { panelsQuery, useMakePanel, useRemovePanel } from '#web/features/panels/api.ts'
import classes from '#web/features/panels/door-screens.module.css'
import { isSilent } from '#web/features/panels/rules.ts'
import { formatDayAndTime } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { onceConfirmed } from '#web/ui/confirm.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf, inputOf, showRefusal, submitOf } from '#web/ui/form-errors.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'
import { QueryView } from '#web/ui/query-view.tsx'
import { SidePanel } from '#web/ui/side-panel.tsx'

const QrCode = lazyPart('QrCode', () => import('#web/ui/qr-code.tsx'))

type Props = { office: MyOffice }

/** For managers: the tablets beside the rooms of their office. */
export function DoorScreensButton({ office }: Props) {
  const { t } = useTranslation('panels')
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button leftSection={<IconDeviceTablet aria-hidden size={18} />} onClick={() => setOpened(true)}>
        {t('manage.title')}
      </Button>
      <SidePanel opened={opened} onClose={() => setOpened(false)} title={t('manage.title')}>
        {opened && <DoorScreens office={office} />}
      </SidePanel>
    </>
  )
}

type Made = { panel: Panel; url: string }

function DoorScreens({ office }: Props) {
  const { t } = useTranslation('panels')
  const list = useQuery(panelsQuery(office.id))
  const [made, setMade] = useState<Made | null>(null)
  return (
    <Stack gap="lg">
      <Text>{t('manage.text')}</Text>
      {made ? (
        <MadePanel made={made} onDone={() => setMade(null)} />
      ) : (
        <PanelForm office={office} onMade={setMade} />
      )}
      <section aria-labelledby="door-screens">
        <Title order={3} size="h5" id="door-screens" mb="xs">
          {t('manage.list')}
        </Title>
        <QueryView
          query={list}
          isEmpty={(panels) => panels.length === 0}
          empty={<Text c="dimmed">{t('manage.none')}</Text>}
        >
          {(panels) => (
            <ul className={classes.list}>
              {panels.map((panel) => (
                <PanelEntry key={panel.id} panel={panel} office={office} />
              ))}
            </ul>
          )}
        </QueryView>
      </section>
    </Stack>
  )
}

function PanelEntry({ panel, office }: { panel: Panel; office: MyOffice }) {
  const { t } = useTranslation('panels')
  const remove = useRemovePanel(office.id)
  const { id, name, sub_office_id, last_seen_at } = panel
  const space = office.sub_offices.find((one) => one.id === sub_office_id)
  const ask = () =>
    onceConfirmed({ message: t('manage.confirm', { name }), type: 'danger' }, () =>
      remove.mutate(id, {
        onSuccess: () => notify(t('manage.removed'), 'success'),
        onError: (error) => notifyFailure(error),
      }),
    )
  const seen = last_seen_at && formatDayAndTime(last_seen_at, office.time_zone)
  return (
    <li className={classes.entry}>
      <div className={classes.words}>
        <Text fw={600}>
          <bdi>{name}</bdi>
        </Text>
        <Text size="sm">
          <bdi>{space ? localPlace(space).name : localPlace(office).name}</bdi>
        </Text>
        <Text size="sm" c={isSilent(last_seen_at, nowMs()) ? 'danger' : 'dimmed'}>
          {seen ? t('manage.seen', { time: seen }) : t('manage.neverSeen')}
        </Text>
      </div>
      <ActionIcon
        size={44}
        aria-label={t('manage.remove', { name })}
        loading={remove.isPending}
        onClick={ask}
      >
        <IconTrash aria-hidden size={20} />
      </ActionIcon>
    </li>
  )
}

/** The address is not shown again, so it stays until the manager is done with it. */
function MadePanel({ made: { panel, url }, onDone }: { made: Made; onDone: () => void }) {
  const { t } = useTranslation('panels')
  return (
    <section className={classes.made} aria-labelledby="made-screen">
      <Title order={3} size="h5" id="made-screen">
        {t('manage.made', { name: panel.name })}
      </Title>
      <Text size="sm">{t('manage.once')}</Text>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={t('manage.address')}
          value={url}
          readOnly
          dir="ltr"
          flex={1}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <CopyButton value={url} label={t('manage.copy')} />
      </Group>
      <Suspense fallback={<svg className={classes.qr} viewBox="0 0 1 1" aria-hidden />}>
        <QrCode className={classes.qr} text={url} label={t('manage.qr')} />
      </Suspense>
      <Group>
        <Button component="a" href={url} target="_blank" rel="noreferrer">
          {t('manage.open')}
        </Button>
        <Button onClick={onDone}>{t('manage.done')}</Button>
      </Group>
    </section>
  )
}

type Draft = { sub_office_id: string; name: string; language: string; theme: string }

const mistakesIn = schemaResolver(PanelDraft, { sync: true })

function PanelForm({ office, onMade }: { office: MyOffice; onMade: (made: Made) => void }) {
  const { t, i18n } = useTranslation('panels')
  const make = useMakePanel(office.id)
  const spaces = office.sub_offices
  const form = useForm<Draft>({
    mode: 'controlled',
    initialValues: {
      sub_office_id: String(spaces[0]?.id ?? ''),
      name: '',
      language: i18n.language,
      theme: 'device',
    },
    validate: mistakesIn,
  })
  const send = (draft: Draft) =>
    make.mutate(PanelDraft.parse(draft), {
      onSuccess: onMade,
      onError: (error) => showRefusal(form, error),
    })
  return (
    <form noValidate onSubmit={submitOf(form, send)}>
      <Stack gap="md">
        <FailureAlert text={failureOf(make.error)} />
        {spaces.length > 0 && (
          <Select
            {...inputOf(form, 'sub_office_id')}
            label={t('manage.space')}
            data={spaces.map((space) => ({ value: String(space.id), label: localPlace(space).name }))}
            allowDeselect={false}
          />
        )}
        <TextInput
          {...inputOf(form, 'name')}
          label={t('manage.name')}
          description={t('manage.nameHint')}
          maxLength={PANEL_NAME_LENGTH}
          autoComplete="off"
        />
        <Select
          {...inputOf(form, 'language')}
          label={t('manage.language')}
          data={[
            { value: 'en', label: 'English' },
            { value: 'he', label: 'עברית' },
          ]}
          allowDeselect={false}
        />
        <Select
          {...inputOf(form, 'theme')}
          label={t('manage.theme')}
          data={(['device', 'light', 'dark'] as const).map((value) => ({
            value,
            label: t(`manage.themes.${value}`),
          }))}
          allowDeselect={false}
        />
        <Group justify="flex-end">
          <Button type="submit" variant="filled" loading={make.isPending}>
            {t('manage.make')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
