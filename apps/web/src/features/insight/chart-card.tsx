import { ExportFormat } from '@keyhour/contract/all-orders'
import type { InsightMeasure, InsightQuestion, InsightTable } from '@keyhour/contract/insight'
import type { Language } from '@keyhour/contract/primitives'
import { Button, Group, Loader, Menu, Title } from '@mantine/core'
import { IconChevronDown, IconDownload, IconTable } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exportInsight, type InsightFile } from '#web/features/insight/api.ts'
import classes from '#web/features/insight/insight.module.css'
import { serverText } from '#web/texts/i18n.ts'
import { notify } from '#web/ui/notifications.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

type Props = {
  title: string
  note?: string
  name: InsightTable
  /** Undefined while the dates are invalid; then nothing can be exported. */
  question: InsightQuestion | undefined
  measure: InsightMeasure
  chart: ReactNode
  table: ReactNode
}

export function ChartCard({ title, note, name, question, measure, chart, table }: Props) {
  const { t } = useTranslation('insight')
  const [isTable, setTable] = useState(false)
  const heading = useId()
  return (
    <section className={classes.card} aria-labelledby={heading}>
      <Group justify="space-between" gap="sm" mb="md">
        <div>
          <Title order={2} size="h4" id={heading}>
            {title}
          </Title>
          {note && <SoftText>{note}</SoftText>}
        </div>
        <Group gap="xs" className={classes.onScreen}>
          <Button
            size="sm"
            leftSection={<IconTable aria-hidden size={16} />}
            aria-pressed={isTable}
            aria-describedby={heading}
            onClick={() => setTable(!isTable)}
          >
            {isTable ? t('showChart') : t('showTable')}
          </Button>
          <ExportMenu name={name} question={question} measure={measure} describedBy={heading} />
        </Group>
      </Group>
      {isTable ? table : chart}
    </section>
  )
}

type ExportProps = Pick<Props, 'name' | 'question' | 'measure'> & { describedBy: string }

function ExportMenu({ name, question, measure, describedBy }: ExportProps) {
  const { t, i18n } = useTranslation('insight')
  const taking = useMutation({
    mutationFn: async (view: InsightFile) =>
      question && exportInsight(question, view, AbortSignal.timeout(60_000)),
    onError: ({ message }) => notify(t('exportFailed', { message: serverText(message) }), 'error'),
  })
  const take = (format: ExportFormat) =>
    taking.mutate({ table: name, format, language: i18n.language as Language, sort: measure })
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 120 }}>
      <Menu.Target>
        <Button
          size="sm"
          aria-busy={taking.isPending}
          disabled={question === undefined}
          aria-describedby={describedBy}
          // Not `loading`, which disables the button, so that it would lose the focus.
          leftSection={
            taking.isPending ? <Loader aria-hidden size={16} /> : <IconDownload aria-hidden size={16} />
          }
          rightSection={<IconChevronDown aria-hidden size={14} />}
        >
          {t('export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {ExportFormat.options.map((format) => (
          <Menu.Item key={format} onClick={() => take(format)}>
            {t(`format.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
