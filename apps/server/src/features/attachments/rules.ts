import { withoutDirectionSigns } from '@keyhour/contract/direction'

/** The name that a person gave it, as a plain file name with the extension of what is stored. */
export function nameWith(extension: string, name: string): string {
  const stem = withoutDirectionSigns(name)
    .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, ' ')
    .replace(/\.[^.]{1,5}$/, '')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  return `${stem || 'file'}.${extension}`
}

/** RFC 6266: names in any language. */
export const dispositionOf = (name: string): string =>
  `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`
