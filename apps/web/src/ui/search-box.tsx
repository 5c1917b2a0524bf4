import { CloseButton, TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

const PAUSE_MS = 250

type Look = Pick<TextInputProps, 'aria-label' | 'label' | 'placeholder' | 'className' | 'size'>
type Props = Look & { q: string; onSearch: (q: string) => void }

/** Searches once typing pauses. */
export function SearchBox({ q, onSearch, ...input }: Props) {
  const { t } = useTranslation('ui')
  const [text, setText] = useState(q)
  const told = useRef(q)
  const tell = (next: string) => {
    told.current = next.trim()
    onSearch(told.current)
  }
  const tellSoon = useDebouncedCallback(tell, PAUSE_MS)

  // The address may also change by other means, such as the back button.
  useEffect(() => {
    if (q === told.current) return
    told.current = q
    setText(q)
  }, [q])

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
        tellSoon(value)
      }}
    />
  )
}
