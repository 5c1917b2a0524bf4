import type { SavedCard } from '@keyhour/contract/charges'
import { Button, Text } from '@mantine/core'
import { IconCreditCard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import classes from '#web/app/profile-cards-card.module.css'
import { cardsQuery, useForgetCard } from '#web/features/charges/api.ts'
import { useCardName } from '#web/features/charges/use-card-name.ts'
import { paymentOptionsQuery } from '#web/features/payments/api.ts'
import { ProfileCard } from '#web/features/users/profile-card.tsx'
import { onceConfirmed } from '#web/ui/confirm.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

/** Saved cards, where cards can pay. */
export function ProfileCardsCard() {
  const { t } = useTranslation('users')
  const options = useQuery(paymentOptionsQuery)
  const takesCards = options.data !== undefined && options.data.way !== 'invoice'
  const cards = useQuery({ ...cardsQuery, enabled: takesCards })
  if (!takesCards) return null
  return (
    <ProfileCard title={t('profile.cards.title')} text={t('profile.cards.text')}>
      <QueryView
        query={cards}
        loading={t('profile.cards.loading')}
        isEmpty={(list) => list.length === 0}
        empty={<Text c="dimmed">{t('profile.cards.none')}</Text>}
      >
        {(list) => (
          <ul className={classes.cards} aria-label={t('profile.cards.title')}>
            {list.map((card) => (
              <Card key={card.id} card={card} />
            ))}
          </ul>
        )}
      </QueryView>
    </ProfileCard>
  )
}

function Card({ card }: { card: SavedCard }) {
  const { t } = useTranslation('users')
  const name = useCardName()(card)
  const removal = useForgetCard(() => notify(t('profile.cards.removed'), 'success'))
  const askToRemove = () =>
    onceConfirmed({ message: t('profile.cards.confirmRemoval', { card: name }), type: 'danger' }, () =>
      removal.mutate(card.id),
    )
  return (
    <li className={classes.card}>
      <span className={classes.cardName}>
        <IconCreditCard aria-hidden size={20} />
        {name}
      </span>
      <Button
        size="xs"
        loading={removal.isPending}
        onClick={() => void askToRemove()}
        aria-label={t('profile.cards.removeNamed', { card: name })}
      >
        {t('profile.cards.remove')}
      </Button>
      <FailureAlert text={failureOf(removal.error)} />
    </li>
  )
}
