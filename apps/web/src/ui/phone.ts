import { useMediaQuery } from '@mantine/hooks'

/** Whether there is too little room for a table. */
export const useIsPhone = (): boolean => useMediaQuery('(max-width: 47.99em)') ?? false
