import { Paper, Stack, Title } from '@mantine/core'
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import classes from '#web/features/auth/auth.module.css'
import doorDark from '#web/pictures/sign-in-dark-1280.webp'
import doorLight from '#web/pictures/sign-in-light-1280.webp'
import { DocumentTitle } from '#web/ui/document-title.tsx'

const scene = { '--light': `url(${doorLight})`, '--dark': `url(${doorDark})` } as CSSProperties

type Props = {
  title: string
  children: ReactNode
  /** Replaces the content for a while; what was typed there stays. */
  instead?: ReactNode
  /** Its title is read out immediately. */
  announced?: boolean
}

export function AuthPage({ title, children, instead, announced = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isReplaced = Boolean(instead)

  useEffect(() => {
    if (announced) heading.current?.focus()
  }, [announced])
  useEffect(() => {
    if (isReplaced) return () => heading.current?.focus()
  }, [isReplaced])

  return (
    <div className={classes.page}>
      {!isReplaced && <DocumentTitle title={title} />}
      <div className={classes.scene} style={scene} />
      <Paper className={classes.card} withBorder>
        <div hidden={isReplaced}>
          <Stack gap="lg">
            <Title order={1} size="h2" ref={heading} tabIndex={-1}>
              {title}
            </Title>
            {children}
          </Stack>
        </div>
        {instead}
      </Paper>
    </div>
  )
}

/** Its title is read out immediately. */
export function NextStep({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Stack gap="lg">
      <DocumentTitle title={title} />
      <Title order={1} size="h2" ref={heading} tabIndex={-1}>
        {title}
      </Title>
      {children}
    </Stack>
  )
}
