import { z } from 'zod'
import { withoutDirectionSigns } from './direction.ts'

/** Without characters that would turn the text around it. */
export const typedText = (params?: z.core.$ZodStringParams) =>
  z.string(params).overwrite(withoutDirectionSigns)

/** On one line, such as a name. */
export const typedLine = (params?: z.core.$ZodStringParams) =>
  typedText(params)
    .overwrite((text) => text.replace(/\p{Cc}+/gu, ' '))
    .trim()

export const requiredLine = (most: number) =>
  typedLine().min(1, 'Cannot be empty').max(most, `Should have at most ${most} characters`)

const orNone = (text: string | null): string | null => text || null
/** Blank text becomes null. */
export const optionalText = (most: number) =>
  z.codec(
    typedText().trim().max(most, `Should have at most ${most} characters`).nullable(),
    z.string().nullable(),
    { decode: orNone, encode: orNone },
  )
