import type { CreditPack } from '@keyhour/contract/credits'
import { useTranslation } from 'react-i18next'
import { PackActions, PackSwitch, packNameId } from '#web/features/credits/pack-actions.tsx'
import { formatAmount } from '#web/format/money.ts'
import { formatCount } from '#web/format/share.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { FactCards } from '#web/ui/fact-cards.tsx'
import { useIsPhone } from '#web/ui/phone.ts'

type Props = {
  packs: CreditPack[]
  onEdit: (pack: CreditPack) => void
  onDuplicate: (pack: CreditPack) => void
}

/** A table, or cards on a phone. */
export function PackList({ packs, onEdit, onDuplicate }: Props) {
  const { t } = useTranslation('credits')
  const isPhone = useIsPhone()
  const id: Column<CreditPack> = {
    key: 'id',
    heading: t('column.id'),
    cell: (pack) => pack.id,
    numeric: true,
  }
  const name: Column<CreditPack> = {
    key: 'name',
    heading: t('column.name'),
    cell: (pack) => <bdi id={packNameId(pack.id)}>{pack.name}</bdi>,
  }
  const facts: Column<CreditPack>[] = [
    {
      key: 'description',
      heading: t('column.description'),
      cell: ({ description }) => <bdi title={description ?? ''}>{description}</bdi>,
    },
    {
      key: 'credits',
      heading: t('column.credits'),
      cell: (pack) => formatCount(pack.credits_amount),
      numeric: true,
    },
    {
      key: 'price',
      heading: t('column.price'),
      cell: (pack) => formatAmount(pack.price_cents),
      numeric: true,
    },
    { key: 'currency', heading: t('column.currency'), cell: ({ currency }) => currency },
    {
      key: 'duration',
      heading: t('column.duration'),
      cell: (pack) => pack.duration_days ?? t('notAvailable'),
      numeric: true,
    },
    { key: 'active', heading: t('column.active'), cell: (pack) => <PackSwitch pack={pack} /> },
  ]
  const actions: Column<CreditPack> = {
    key: 'actions',
    heading: t('column.actions'),
    cell: (pack) => (
      <PackActions pack={pack} onEdit={() => onEdit(pack)} onDuplicate={() => onDuplicate(pack)} />
    ),
  }
  if (isPhone)
    return <FactCards label={t('title')} rows={packs} name={name} facts={[id, ...facts]} actions={actions} />
  return (
    <DataTable
      caption={t('title')}
      columns={[id, name, ...facts, actions]}
      rows={packs}
      rowKey={(pack) => pack.id}
    />
  )
}
