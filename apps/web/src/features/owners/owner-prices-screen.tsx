import { officeDayAt } from '@keyhour/contract/office-clock'
import type { OwnerOffice, OwnerSpace } from '@keyhour/contract/owners'
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nowMs } from '#web/clock.ts'
import { dateOnWeekday } from '#web/features/closures/hours-rules.ts'
import { useOwnedOffices } from '#web/features/owners/api.ts'
import { HoursForm } from '#web/features/owners/hours-form.tsx'
import classes from '#web/features/owners/owners.module.css'
import { RATES } from '#web/features/owners/price-rules.ts'
import { PricesForm } from '#web/features/owners/prices-form.tsx'
import { formatMoney } from '#web/format/money.ts'
import { formatFullWeekday, formatWallRange } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { Page } from '#web/ui/page.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

export function OwnerPricesScreen() {
  const { t } = useTranslation('owners')
  const { office } = useOwnedOffices()
  const [changed, setChanged] = useState<OwnerSpace | null>(null)
  return (
    <Page title={t('links.prices')}>
      <Stack gap="lg">
        <SoftText>{t('prices.note')}</SoftText>
        <Hours office={office} />
        <section>
          <Title order={2} size="h4" mb="sm">
            {t('prices.title')}
          </Title>
          <ul className={classes.offices}>
            {office.spaces.map((space) => (
              <li key={space.sub_office_id ?? 0}>
                <Prices office={office} space={space} onChange={() => setChanged(space)} />
              </li>
            ))}
          </ul>
        </section>
      </Stack>
      <PricesForm office={office} space={changed} onClose={() => setChanged(null)} />
    </Page>
  )
}

function Hours({ office }: { office: OwnerOffice }) {
  const { t } = useTranslation('owners')
  const [opened, form] = useDisclosure(false)
  const { open_hours, close_hours } = office
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {t('hours.title')}
      </Title>
      <Group gap="md">
        <Text>
          {open_hours && close_hours ? formatWallRange(open_hours, close_hours) : t('aroundTheClock')}
        </Text>
        <Button size="xs" leftSection={<IconPencil aria-hidden size={16} />} onClick={form.open}>
          {t('hours.change')}
        </Button>
      </Group>
      <OwnHours office={office} />
      <HoursForm office={office} opened={opened} onClose={form.close} />
    </section>
  )
}

/** Days of the week with other hours, and how many holidays are ahead. */
function OwnHours({ office }: { office: OwnerOffice }) {
  const { t } = useTranslation('owners')
  const today = officeDayAt(office, nowMs())
  const count = office.holidays.filter(({ last_day }) => last_day >= today).length
  return (
    <>
      {office.week_hours.map(({ weekday, hours }) => (
        <SoftText key={weekday}>
          {t('hours.onDay', {
            day: formatFullWeekday(dateOnWeekday(weekday)),
            hours: hours ? formatWallRange(hours.open_hours, hours.close_hours) : t('hours.closed'),
          })}
        </SoftText>
      ))}
      {count > 0 && <SoftText>{t('hours.holidays', { count })}</SoftText>}
    </>
  )
}

type PricesProps = { office: OwnerOffice; space: OwnerSpace; onChange: () => void }

function Prices({ office, space, onChange }: PricesProps) {
  const { t } = useTranslation('owners')
  const { name } = localPlace(space)
  return (
    <Card className={classes.office!} withBorder padding="md">
      <Group justify="space-between" gap="sm">
        <Title order={3} size="h5">
          <bdi>{name}</bdi>
        </Title>
        <Button
          size="xs"
          leftSection={<IconPencil aria-hidden size={16} />}
          aria-label={t('prices.changeOf', { space: name })}
          onClick={onChange}
        >
          {t('prices.change')}
        </Button>
      </Group>
      <dl className={classes.facts}>
        {RATES.map((rate) => (
          <div key={rate}>
            <dt>{t(`prices.${rate}`)}</dt>
            <dd>{space[rate] ? formatMoney(space[rate], office.currency) : t('prices.none')}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
