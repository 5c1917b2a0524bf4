import { useSyncExternalStore } from 'react'

/** One address, or several with their widths: `/a.webp 640w, /b.webp 1280w`. */
export type Drawing = { light: string; dark: string; width: number; height: number }

type Props = {
  of: Drawing
  alt: string
  className?: string
  /** The shown width, so that the browser can choose a file. */
  sizes?: string
  eager?: boolean
}

/** Follows the theme; only the shown picture is loaded. */
export function Picture({ of: { light, dark, width, height }, alt, className, sizes, eager = false }: Props) {
  const media = useSyncExternalStore(followScheme, eveningHere, eveningAnywhere)
  const loading = eager
    ? { fetchPriority: 'high' as const }
    : { loading: 'lazy' as const, decoding: 'async' as const }
  return (
    <picture className={className}>
      {/* On a static page, switches.ts has already set it. */}
      <source srcSet={dark} sizes={sizes} media={media} data-scheme="dark" suppressHydrationWarning />
      <img
        src={light.split(' ')[0]}
        srcSet={light}
        sizes={sizes}
        alt={alt}
        width={width}
        height={height}
        {...loading}
      />
    </picture>
  )
}

function followScheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })
  return () => observer.disconnect()
}

const eveningHere = () => (document.documentElement.dataset.mantineColorScheme === 'dark' ? 'all' : 'not all')
const eveningAnywhere = () => '(prefers-color-scheme: dark)'
