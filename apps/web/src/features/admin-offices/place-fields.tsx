import { SpaceType } from '@keyhour/contract/offices'
import { Currency } from '@keyhour/contract/primitives'
import { Select, Text, TextInput } from '@mantine/core'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { nowMs } from '#web/clock.ts'
import { HEBREW, type OfficeFields, useFields } from '#web/features/admin-offices/form-fields.tsx'
import { coordinate } from '#web/features/admin-offices/form-rules.ts'
import classes from '#web/features/admin-offices/forms.module.css'
import { signOf } from '#web/format/money.ts'
import { formatTime } from '#web/format/time.ts'
import { FieldGrid } from '#web/ui/field-grid.tsx'
import { foundByTyping } from '#web/ui/found-by-typing.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'

const MapField = lazyPart('MapField', () => import('#web/features/admin-offices/map-field.tsx'))

const ZONES = Intl.supportedValuesOf('timeZone')
const MOST_ZONES_SHOWN = 60

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Keeps a stored value as a choice, in its stored spelling. */
const withStored = (choices: readonly string[], stored: string): string[] =>
  choices.some((choice) => isSame(choice, stored))
    ? choices.map((choice) => (isSame(choice, stored) ? stored : choice))
    : [stored, ...choices]

export function PlaceFields({ form, officeId }: OfficeFields & { officeId: number | null }) {
  const { t } = useTranslation('admin-offices')
  const field = useFields(form)
  const { lat, lon, time_zone, type } = form.values

  function movePin(north: number, east: number) {
    form.setFieldValue('lat', coordinate(north))
    form.setFieldValue('lon', coordinate(east))
  }

  return (
    <>
      <FieldGrid>
        <TextInput {...field('name')} required data-autofocus autoComplete="off" dir="auto" />
        <Select
          {...field('type')}
          data={withStored(SpaceType.options, type).map((value) => ({ value, label: typeName(value) }))}
          allowDeselect={false}
        />
        <TextInput
          {...field('name_he')}
          className={classes.wide}
          description={t('form.hint.hebrew')}
          autoComplete="off"
          attributes={HEBREW}
        />
        <TextInput {...field('address')} className={classes.wide} required autoComplete="off" dir="auto" />
        <TextInput {...field('address_he')} className={classes.wide} autoComplete="off" attributes={HEBREW} />
        <TextInput {...field('lat')} required inputMode="decimal" autoComplete="off" dir="ltr" />
        <TextInput {...field('lon')} required inputMode="decimal" autoComplete="off" dir="ltr" />
      </FieldGrid>
      <Suspense fallback={<MapToCome />}>
        <MapField lat={lat} lon={lon} officeId={officeId} onMove={movePin} />
      </Suspense>
      <FieldGrid>
        <Select
          {...field('time_zone')}
          data={withStored(ZONES, time_zone)}
          {...foundByTyping}
          limit={MOST_ZONES_SHOWN}
          allowDeselect={false}
          nothingFoundMessage={t('form.noZone')}
          description={<ZoneClock zone={time_zone} />}
        />
        <Select
          {...field('currency')}
          data={Currency.options.map((value) => ({ value, label: `${signOf(value)} ${value}` }))}
          allowDeselect={false}
        />
        <TextInput
          {...field('capacity')}
          description={t('form.hint.capacity')}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextInput {...field('phone_number')} type="tel" autoComplete="off" dir="ltr" />
        <TextInput {...field('email')} type="email" autoComplete="off" dir="ltr" />
      </FieldGrid>
    </>
  )

  function typeName(value: string): string {
    const known = SpaceType.safeParse(value.toLowerCase())
    return known.success ? t(`form.type.${known.data}`) : value
  }
}

/** Takes the room of the map while it loads. */
const MapToCome = () => (
  <div className={classes.mapPart}>
    <div className={classes.map} />
  </div>
)

/** Makes a wrong time zone obvious. */
function ZoneClock({ zone }: { zone: string }) {
  const { t } = useTranslation('admin-offices')
  const time = formatTime(new Date(nowMs()).toISOString(), zone)
  return (
    <Text span inherit>
      {t('form.hint.zoneClock', { time })}
    </Text>
  )
}
