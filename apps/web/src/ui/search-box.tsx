import { CloseButton, TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useTypedText } from '#web/ui/use-typed-text.ts'

type Look = Pick<TextInputProps, 'aria-label' | 'label' | 'placeholder' | 'className' | 'size'>
type Props = Look & { q: string; onSearch: (q: string) => void }

/** Searches once typing pauses. */
export function SearchBox({ q, onSearch, ...input }: Props) {
  const { t } = useTranslation('ui')
  const { text, setText, tell, tellSoon } = useTypedText(q, onSearch)

  function clear() {
    setText('')
    tell('')
  }

  return (
    <TextInput
      {...input}
      type="search"
      maxLength={200}
      leftSection={<IconSearch aria-hidden size={18} />}
      rightSection={text && <CloseButton aria-label={t('clearSearch')} onClick={clear} />}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value)
        tellSoon(value.trim())
      }}
    />
  )
}
