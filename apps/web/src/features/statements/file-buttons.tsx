import type { Language } from '@keyhour/contract/primitives'
import type { Statement } from '@keyhour/contract/statements'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type FileFormat, saveStatement } from '#web/features/statements/api.ts'
import { refusalText } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'

const FORMATS: FileFormat[] = ['pdf', 'csv']

export function FileButtons({ statement, describedBy }: { statement: Statement; describedBy: string }) {
  const { t, i18n } = useTranslation('statements')
  const save = useMutation({
    mutationFn: (format: FileFormat) => saveStatement(statement, format, i18n.language as Language),
    onError: (error) => notify(t('fileFailed', { message: refusalText(error) }), 'error'),
  })
  return FORMATS.map((format) => (
    <Button
      key={format}
      size="xs"
      leftSection={<IconDownload aria-hidden size={16} />}
      loading={save.isPending && save.variables === format}
      aria-describedby={describedBy}
      onClick={() => save.mutate(format)}
    >
      {t(`file.${format}`)}
    </Button>
  ))
}
