/** Where a stored picture is found; one that is an address already stays as it is. */
export const pictureAddress = (of: 'office' | 'sub_office', file: string): string =>
  /^(data:|\/)/.test(file) ? file : `/static/${of}_images/${encodeURIComponent(file)}`

/** Pictures are kept in these widths, as far as they are that large; the bare name is the largest. */
export const PICTURE_WIDTHS = [320, 750, 1280] as const

/** `loft.webp` at 320 is `loft_320.webp`. */
export const pictureAt = (file: string, width: (typeof PICTURE_WIDTHS)[number]): string =>
  file.replace(/(\.[a-z]+)$/, `_${width}$1`)

/** All widths of a picture at its address, for a browser to choose from; one that is not stored has only itself. */
export const pictureSources = (address: string): string | undefined =>
  address.startsWith('/static/')
    ? PICTURE_WIDTHS.map((width) => `${pictureAt(address, width)} ${width}w`).join(', ')
    : undefined
