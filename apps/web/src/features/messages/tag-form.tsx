import { TAG_LENGTH } from '@keyhour/contract/messages'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/messages/messages.module.css'

export function TagForm({ isBusy, onAdd }: { isBusy: boolean; onAdd: (tag: string) => void }) {
  const { t } = useTranslation('messages')
  const [text, setText] = useState('')

  function add(event: FormEvent) {
    event.preventDefault()
    const tag = text.trim()
    if (tag === '' || isBusy) return
    onAdd(tag)
    setText('')
  }

  return (
    <form className={classes.tagForm} onSubmit={add}>
      <TextInput
        label={t('newTag')}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
        maxLength={TAG_LENGTH}
        dir="auto"
      />
      <Button type="submit" disabled={text.trim() === ''} loading={isBusy}>
        {t('addTag')}
      </Button>
    </form>
  )
}
