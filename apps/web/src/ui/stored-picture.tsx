import { pictureSources } from '@keyhour/contract/picture-address'

type Props = {
  address: string
  /** As in the `sizes` attribute. */
  sizes: string
  alt?: string
  /** Visible without scrolling: loaded eagerly. */
  isFirst?: boolean
}

/** A stored picture, in the width that this screen needs. */
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
