import { Avatar, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useUser } from '#web/api/session.ts'
import classes from '#web/app/profile-link.module.css'

export function ProfileLink() {
  const { t } = useTranslation('app')
  const name = useUser()?.name ?? ''
  return (
    <Button
      className={classes.link}
      variant="subtle"
      color="gray"
      component={Link}
      to="/profile"
      aria-label={t('profileOf', { name })}
      leftSection={<Avatar size={28} name={name} color="gray" aria-hidden />}
    >
      <bdi className={classes.name}>{name}</bdi>
    </Button>
  )
}
