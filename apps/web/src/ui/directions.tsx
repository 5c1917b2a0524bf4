import { Button } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'

type Props = { lat: number; lon: number; label: string }

/** Opens the maps of the device, with the way from where the person is. */
export const Directions = ({ lat, lon, label }: Props) => (
  <Button
    component="a"
    href={`https://www.google.com/maps/dir/?api=1&destination=${lat},${lon}`}
    target="_blank"
    rel="noreferrer"
    leftSection={<IconMapPin aria-hidden size={18} />}
  >
    {label}
  </Button>
)
