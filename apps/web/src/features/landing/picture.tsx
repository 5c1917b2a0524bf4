export type Drawing = { light: string; dark: string; width: number; height: number }

type Props = { of: Drawing; alt: string; className?: string; eager?: boolean }

/** By day or in the evening, as the page is; only the one that is shown is fetched. */
export function Picture({ of: { light, dark, width, height }, alt, className, eager = false }: Props) {
  return (
    <picture className={className}>
      <source srcSet={dark} media="(prefers-color-scheme: dark)" data-scheme="dark" />
      <img
        src={light}
        alt={alt}
        width={width}
        height={height}
        {...(eager
          ? { fetchPriority: 'high' as const }
          : { loading: 'lazy' as const, decoding: 'async' as const })}
      />
    </picture>
  )
}
