import { ExportFormat } from '@keyhour/contract/all-orders'
import type { Language } from '@keyhour/contract/primitives'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { notifyFailure } from '#web/ui/notify-failure.ts'

type Props = { save: (file: { format: ExportFormat; language: Language }) => Promise<void> }

/** Saves a list as a file, in the format of choice and the language of the page. */
export function ExportButton({ save }: Props) {
  const { t, i18n } = useTranslation('credits')
  const language = i18n.language as Language
  const saving = useMutation({
    mutationFn: (format: ExportFormat) => save({ format, language }),
    onError: (error) => notifyFailure(error),
  })
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 120 }}>
      <Menu.Target>
        <Button
          size="xs"
          loading={saving.isPending}
          leftSection={<IconDownload aria-hidden size={16} />}
          rightSection={<IconChevronDown aria-hidden size={14} />}
        >
          {t('ledger.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {ExportFormat.options.map((format) => (
          <Menu.Item key={format} onClick={() => saving.mutate(format)}>
            {t(`ledger.as.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
