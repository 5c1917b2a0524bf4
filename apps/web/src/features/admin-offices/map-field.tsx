import 'leaflet/dist/leaflet.css'
import { Button, Text } from '@mantine/core'
import { IconCurrentLocation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { officeLocationsQuery } from '#web/features/admin-offices/api.ts'
import { pinOf } from '#web/features/admin-offices/form-rules.ts'
import classes from '#web/features/admin-offices/forms.module.css'
import { drawPinMap, type PinMap } from '#web/features/admin-offices/pin-map.ts'

type Props = {
  lat: string
  lon: string
  /** The other offices are shown as dots. */
  officeId: number | null
  onMove: (lat: number, lon: number) => void
}

/** The pin can be dragged, set by a click, or moved with the arrow keys. */
export function MapField({ lat, lon, officeId, onMove }: Props) {
  const { t, i18n } = useTranslation('admin-offices')
  const { t: onMap } = useTranslation('map')
  const helpId = useId()
  const host = useRef<HTMLDivElement>(null)
  const map = useRef<PinMap>(null)
  const { data: locations = [] } = useQuery(officeLocationsQuery)
  const pin = pinOf({ lat, lon })
  const place = pin?.join()
  const move = useEffectEvent(onMove)
  const showPin = useEffectEvent(() => map.current?.setPin(pin))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the names on the map are drawn once for each language
  useEffect(() => {
    if (!host.current) return
    const drawn = drawPinMap(host.current, {
      pin,
      pinLabel: t('map.pin'),
      zoomIn: onMap('zoomIn'),
      zoomOut: onMap('zoomOut'),
      north: onMap('north'),
      language: i18n.language === 'he' ? 'he' : 'en',
      onMove: (north, east) => move(north, east),
    })
    drawn.element?.setAttribute('aria-describedby', helpId)
    map.current = drawn
    return () => drawn.remove()
  }, [i18n.language])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the coordinates change
  useEffect(() => showPin(), [place])

  useEffect(() => {
    map.current?.setOthers(locations.filter(({ id }) => id !== officeId))
  }, [locations, officeId])

  return (
    <div className={classes.mapPart}>
      {/* Leaflet measures from the left in every language. */}
      <div ref={host} className={classes.map} dir="ltr" />
      <div className={classes.mapNote}>
        <Text size="sm" c="dimmed" id={helpId}>
          {pin ? t('map.help') : t('map.notSet')}
        </Text>
        <OwnPosition onFound={onMove} />
      </div>
    </div>
  )
}

/** Hidden where the browser cannot locate the device. */
function OwnPosition({ onFound }: { onFound: Props['onMove'] }) {
  const { t } = useTranslation('admin-offices')
  const [state, setState] = useState<'idle' | 'looking' | 'failed'>('idle')
  if (!('geolocation' in navigator) || !window.isSecureContext) return null

  const isLooking = state === 'looking'

  function look() {
    setState('looking')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState('idle')
        onFound(coords.latitude, coords.longitude)
      },
      () => setState('failed'),
      { enableHighAccuracy: true, timeout: 15_000 },
    )
  }

  return (
    <div>
      <Button
        size="xs"
        leftSection={<IconCurrentLocation aria-hidden size={16} />}
        loading={isLooking}
        onClick={look}
      >
        {t('map.mine')}
      </Button>
      {state === 'failed' && (
        <Text size="sm" c="var(--danger)" role="alert">
          {t('map.mineFailed')}
        </Text>
      )}
    </div>
  )
}
