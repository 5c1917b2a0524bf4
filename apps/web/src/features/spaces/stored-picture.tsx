import { pictureSources } from '@keyhour/contract/picture-address'

type Props = {
  address: string
  /** How wide it is seen, in the words of `sizes`. */
  sizes: string
  alt?: string
  /** Of one that is painted; those of a stored one follow from its address. */
  sources?: string | undefined
  className?: string | undefined
  /** Seen before anybody scrolls: it must not wait. */
  isFirst?: boolean
}

/** A picture of a place, in the width that this screen needs. */
export function StoredPicture({
  address,
  sources = pictureSources(address),
  sizes,
  alt = '',
  className,
  isFirst = false,
}: Props) {
  return (
    <img
      className={className}
      {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
      sizes={sizes}
      srcSet={sources}
      src={address}
      alt={alt}
      width={1280}
      height={800}
    />
  )
}
