import { ActionIcon, Button, Input, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { OfficeFields } from '#web/features/admin-offices/form-fields.ts'
import type { InfoRow } from '#web/features/admin-offices/form-rules.ts'
import classes from '#web/features/admin-offices/forms.module.css'
import { translated } from '#web/ui/form-errors.ts'

/** Whatever else there is to know, line by line. */
export function InfoFields({ form }: OfficeFields) {
  const { t } = useTranslation('admin-offices')
  const adding = useRef<HTMLButtonElement>(null)
  const rows = form.values.additional_info
  const setRows = (change: (rows: InfoRow[]) => InfoRow[]) => form.setFieldValue('additional_info', change)
  const edit = (id: string, change: Partial<InfoRow>) =>
    setRows((rows) => rows.map((row) => (row.id === id ? { ...row, ...change } : row)))

  function remove(id: string) {
    setRows((rows) => rows.filter((row) => row.id !== id))
    adding.current?.focus()
  }

  return (
    <>
      <Text size="sm" c="dimmed">
        {t('form.hint.info')}
      </Text>
      {rows.length > 0 && (
        <ul className={classes.infoRows}>
          {rows.map(({ id, key, value }, at) => (
            <li key={id} className={classes.infoRow}>
              <TextInput
                label={t('form.infoKey')}
                value={key}
                onChange={(event) => edit(id, { key: event.currentTarget.value })}
                autoComplete="off"
                dir="auto"
                autoFocus={key === '' && value === ''}
                {...(at === 0 && { 'data-path': 'additional_info' })}
              />
              <TextInput
                label={t('form.infoValue')}
                value={value}
                onChange={(event) => edit(id, { value: event.currentTarget.value })}
                autoComplete="off"
                dir="auto"
              />
              <ActionIcon
                size="lg"
                aria-label={t('form.removeInfo', { key: key || String(at + 1) })}
                onClick={() => remove(id)}
              >
                <IconTrash aria-hidden size={18} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {form.errors.additional_info && <Input.Error>{translated(form.errors.additional_info)}</Input.Error>}
      <div>
        <Button
          ref={adding}
          leftSection={<IconPlus aria-hidden size={18} />}
          onClick={() => setRows((rows) => [...rows, { id: crypto.randomUUID(), key: '', value: '' }])}
        >
          {t('form.addInfo')}
        </Button>
      </div>
    </>
  )
}
