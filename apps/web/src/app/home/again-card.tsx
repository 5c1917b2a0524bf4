import type { HomePlace, SameAgain } from '@keyhour/contract/home'
import { Button, Text } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '#web/app/home/home.module.css'
import { PlacePicture } from '#web/app/place-picture.tsx'
import { AgainForm } from '#web/features/bookings/again-form.tsx'
import { formatDate, formatWallRange } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { SidePanel } from '#web/ui/side-panel.tsx'

type Props = { again: SameAgain; place: HomePlace | undefined; isMain: boolean }

/** Two taps: this one, and the one that confirms. */
export function AgainCard({ again, place, isMain }: Props) {
  const { t } = useTranslation('home')
  const [opened, setOpened] = useState(false)
  const { name, office_name } = localPlace(again)
  const space = place?.spaces.find(({ sub_office_id }) => sub_office_id === again.sub_office_id)
  return (
    <section className={classes.section} aria-labelledby="home-again">
      <h2 id="home-again">{t('again.title')}</h2>
      <div className={classes.row}>
        <div className={classes.thumb}>
          <PlacePicture address={space?.picture ?? place?.picture} type={space?.type} sizes="96px" />
        </div>
        <div className={classes.words}>
          <Text fw={600}>
            <bdi>{name}</bdi>
            {again.sub_office_id !== null && (
              <>
                {' · '}
                <bdi>{office_name}</bdi>
              </>
            )}
          </Text>
          <Text>{whenOf(again)}</Text>
        </div>
      </div>
      <Button
        variant={isMain ? 'filled' : 'default'}
        size="md"
        leftSection={<IconRepeat aria-hidden size={20} />}
        onClick={() => setOpened(true)}
      >
        {t('again.action')}
      </Button>
      <SidePanel opened={opened} onClose={() => setOpened(false)} title={t('again.title')}>
        <AgainForm again={again} />
      </SidePanel>
    </section>
  )
}

function whenOf({ date, start, end, end_date }: SameAgain): string {
  if (start && end) return `${formatDate(date)}, ${formatWallRange(start, end)}`
  return end_date ? `${formatDate(date)} – ${formatDate(end_date)}` : formatDate(date)
}
