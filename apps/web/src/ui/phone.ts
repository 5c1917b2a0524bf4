import { useMediaQuery } from '@mantine/hooks'

/** Too narrow for a table. */
export const useIsPhone = (): boolean => useMediaQuery('(max-width: 47.99em)') ?? false
