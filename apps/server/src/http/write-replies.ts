import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import { z } from 'zod'

/**
 * Writes what the contract names and nothing else. What to copy is worked out when a reply of its kind is first written;
 * values are not checked again, which tests do for every reply they get.
 */
export const writeReplies: FastifySerializerCompiler<z.ZodType> = ({ schema }) => writerOf(schema)

export function writerOf<S extends z.ZodType>(schema: S): (value: z.output<S>) => string {
  let copy: Copier | undefined
  return (value) => {
    copy ??= copierOf(schema)
    return JSON.stringify(copy(value))
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the contract says what it is
type Copier = (value: any) => unknown

const copiers = new WeakMap<z.core.$ZodType, Copier>()

function copierOf(schema: z.core.$ZodType): Copier {
  const known = copiers.get(schema)
  if (known) return known
  const copier = newCopier(schema)
  copiers.set(schema, copier)
  return copier
}

function newCopier(schema: z.core.$ZodType): Copier {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const overwrites = (def.checks ?? []).flatMap(({ _zod: { def } }) =>
    def.check === 'overwrite' ? [(def as z.core.$ZodCheckOverwriteDef).tx as Copier] : [],
  )
  if (overwrites.length > 0) return (value) => overwrites.reduce((kept, overwrite) => overwrite(kept), value)
  switch (def.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
      return plainValue
    case 'nullable':
    case 'optional':
      return unlessNone(copierOf(def.innerType))
    case 'array':
      return listOf(copierOf(def.element))
    case 'object':
      return fieldsOf(def.shape)
    case 'pipe':
      if ('reverseTransform' in def) return encoded(def as z.core.$ZodCodecDef)
  }
  return (value) => z.encode(schema, value as never)
}

/** An object here would be sent with all its fields. */
function plainValue(value: unknown): unknown {
  if (typeof value === 'object' && value !== null)
    throw new Error('A reply has an object in place of a value.')
  return value
}

function unlessNone(copy: Copier): Copier {
  if (copy === plainValue) return plainValue
  return (value) => (value === null || value === undefined ? value : copy(value))
}

function listOf(copy: Copier): Copier {
  return (values: unknown[]) => values.map((value) => copy(value))
}

/** Generated, because objects written with all their names at once are made many times faster than name by name. */
function fieldsOf(shape: z.core.$ZodShape): Copier {
  const names = Object.keys(shape).map((name) => JSON.stringify(name))
  const copiers = Object.values(shape).map(copierOf)
  const parameters = copiers.map((_, at) => `copy${at}`)
  const fields = names.map((name, at) => `${name}: copy${at}(value[${name}])`)
  return new Function(...parameters, `return (value) => ({ ${fields.join(', ')} })`)(...copiers)
}

function encoded({ reverseTransform, in: sent }: z.core.$ZodCodecDef): Copier {
  const copy = copierOf(sent)
  return (value) => copy(reverseTransform(value, { value, issues: [] }))
}
