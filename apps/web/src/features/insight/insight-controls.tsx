import { HOME_TIME_ZONE } from '@keyhour/contract/all-orders'
import { rangeProblem } from '@keyhour/contract/insight'
import { SpaceType } from '@keyhour/contract/offices'
import type { Currency } from '@keyhour/contract/primitives'
import { Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/insight/insight.module.css'
import { daysMeant, type InsightView, PRESETS } from '#web/features/insight/rules.ts'
import { myOfficesQuery } from '#web/features/offices/api.ts'
import { formatZone } from '#web/format/time.ts'
import { serverText } from '#web/texts/i18n.ts'
import { localPlace } from '#web/texts/local-place.ts'
import type { How } from '#web/ui/address.ts'
import { DateBox } from '#web/ui/date-box.tsx'
import { bySearched, foundByTyping } from '#web/ui/found-by-typing.ts'

const ALL = ''

type Props = {
  view: InsightView
  today: string
  /** The choice is shown only if there are several. */
  currencies: Currency[]
  currency: Currency | undefined
  onView: (change: Partial<InsightView>, how?: How) => void
}

export function InsightControls({ view, today, currencies, currency, onView }: Props) {
  const { t } = useTranslation('insight')
  const note = useId()
  const days = daysMeant(view, today)
  const { from, to } = days
  const problem = from && to ? rangeProblem({ from, to }) : t('bothDays')
  const pick = (name: 'from' | 'to') => (date: string | undefined) =>
    onView({ preset: 'custom', ...days, [name]: date }, { typedIn: name })
  return (
    <section className={classes.controls} aria-label={t('controls')}>
      <div className={classes.fields}>
        <div className={classes.when}>
          <Select
            label={t('range')}
            data={PRESETS.map((value) => ({ value, label: t(`preset.${value}`) }))}
            value={view.preset}
            onChange={(preset) =>
              preset && onView({ preset, from: undefined, to: undefined, ...(preset === 'custom' && days) })
            }
            allowDeselect={false}
          />
          <DateBox label={t('from')} date={from} onPick={pick('from')} aria-describedby={note} />
          <DateBox
            label={t('to')}
            date={to}
            onPick={pick('to')}
            error={problem && serverText(problem)}
            aria-describedby={note}
          />
        </div>
        <OfficeChoice view={view} onView={onView} />
        <Select
          label={t('type')}
          data={[
            { value: ALL, label: t('allTypes') },
            ...SpaceType.options.map((value) => ({ value, label: t(`spaceType.${value}`) })),
          ]}
          value={view.type ?? ALL}
          onChange={(chosen) => onView({ type: SpaceType.safeParse(chosen).data })}
          allowDeselect={false}
        />
        {currencies.length > 1 && currency && (
          <Select
            label={t('currency')}
            data={currencies}
            value={currency}
            onChange={(chosen) => chosen && onView({ currency: chosen })}
            allowDeselect={false}
          />
        )}
      </div>
      <Text id={note} size="sm" c="dimmed" mt="sm">
        {t('days', { zone: formatZone(HOME_TIME_ZONE) })}
      </Text>
    </section>
  )
}

function OfficeChoice({ view, onView }: Pick<Props, 'view' | 'onView'>) {
  const { t } = useTranslation('insight')
  const { data: offices = [] } = useQuery(myOfficesQuery)
  const chosen = view.office_id === undefined ? ALL : String(view.office_id)
  const known = offices.map((office) => ({
    value: String(office.id),
    label: localPlace(office).name,
    searched: `${office.name} ${office.name_he ?? ''}`,
  }))
  const isUnknown = chosen !== ALL && !known.some(({ value }) => value === chosen)
  return (
    <Select
      label={t('office')}
      data={[
        { value: ALL, label: t('allOffices') },
        ...known,
        ...(isUnknown ? [{ value: chosen, label: t('officeNumber', { id: chosen }) }] : []),
      ]}
      value={chosen}
      onChange={(id) => onView({ office_id: id ? Number(id) : undefined })}
      {...foundByTyping}
      filter={bySearched}
      allowDeselect={false}
      nothingFoundMessage={t('noOffice')}
      maxDropdownHeight={240}
    />
  )
}
