import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { id?: string; role?: 'status'; children: ReactNode }

/** Less important than the text beside it. */
export const SoftText = (props: Props) => <Text size="sm" c="dimmed" {...props} />
