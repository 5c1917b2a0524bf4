import { Switch } from '@mantine/core'

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
  return (
    <Switch
      checked={checked}
      disabled={disabled}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      aria-label={label}
      aria-describedby={describedBy}
    />
  )
}
