/** Where a stored picture is found; one that is an address already stays as it is. */
export const pictureAddress = (of: 'office' | 'sub_office', file: string): string =>
  /^(data:|\/)/.test(file) ? file : `/static/${of}_images/${encodeURIComponent(file)}`
