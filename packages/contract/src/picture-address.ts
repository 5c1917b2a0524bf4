/** A value that is already an address stays unchanged. */
export const pictureAddress = (of: 'office' | 'sub_office', file: string): string =>
  /^(data:|\/)/.test(file) ? file : `/static/${of}_images/${encodeURIComponent(file)}`

/** Pictures are stored in these widths, if they are that large; the name without a width is the largest. */
export const PICTURE_WIDTHS = [320, 750, 1280] as const

/** `loft.webp` at 320 is `loft_320.webp`. */
export const pictureAt = (file: string, width: (typeof PICTURE_WIDTHS)[number]): string =>
  file.replace(/(\.[a-z]+)$/, `_${width}$1`)

/** All widths for a browser to choose from; undefined for a picture that is not stored here. */
export const pictureSources = (address: string): string | undefined =>
  address.startsWith('/static/')
    ? PICTURE_WIDTHS.map((width) => `${pictureAt(address, width)} ${width}w`).join(', ')
    : undefined
