import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type Props = {
  checked: boolean
  disabled: boolean
  label: string
  /** The id of the element that names the row. */
  describedBy: string
  onChange: (checked: boolean) => void
}

/** A switch in a cell of a table. */
export function TableSwitch({ checked, disabled, label, describedBy, onChange }: Props) {
  const { i18n } = useTranslation()
  return (
    <Switch
      // The table wraps cells in <bdi>, which finds no text direction in a switch.
      wrapperProps={{ dir: i18n.dir() }}
      checked={checked}
      disabled={disabled}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      aria-label={label}
      aria-describedby={describedBy}
    />
  )
}
