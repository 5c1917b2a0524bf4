/** An address, or several with their widths: `/a.webp 640w, /b.webp 1280w`. */
export type Drawing = { light: string; dark: string; width: number; height: number }

type Props = {
  of: Drawing
  alt: string
  className?: string
  /** How wide it is shown, so that the browser can choose among several. */
  sizes?: string
  eager?: boolean
}

/** By day or in the evening, as the page is; only the one that is shown is fetched. */
export function Picture({ of: { light, dark, width, height }, alt, className, sizes, eager = false }: Props) {
  const loading = eager
    ? { fetchPriority: 'high' as const }
    : { loading: 'lazy' as const, decoding: 'async' as const }
  return (
    <picture className={className}>
      <source srcSet={dark} sizes={sizes} media="(prefers-color-scheme: dark)" data-scheme="dark" />
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
