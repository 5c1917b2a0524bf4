type Scheme = 'light' | 'dark'

const schemeOfDevice = (): Scheme => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')

/** Whoever chooses what the device has follows the device again. */
export const keptScheme = (chosen: Scheme): Scheme | 'auto' => (chosen === schemeOfDevice() ? 'auto' : chosen)
