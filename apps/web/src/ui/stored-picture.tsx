import { pictureSources } from '@keyhour/contract/picture-address'

type Props = {
  address: string
  /** How wide it is seen, in the words of `sizes`. */
  sizes: string
  alt?: string
  /** Seen before anybody scrolls: it must not wait. */
  isFirst?: boolean
}

/** A picture of a place, in the width that this screen needs. */
export function StoredPicture({ address, sizes, alt = '', isFirst = false }: Props) {
  return (
    <img
      {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
      sizes={sizes}
      srcSet={pictureSources(address)}
      src={address}
      alt={alt}
      width={1280}
      height={800}
    />
  )
}
