import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'

/** A codec is described as what travels, in both directions. */
const zodToJsonConfig: NonNullable<Parameters<typeof createJsonSchemaTransform>[0]['zodToJsonConfig']> = {
  override: ({ zodSchema, jsonSchema }) => {
    const { def } = zodSchema._zod
    if (def.type === 'pipe' && 'reverseTransform' in def) {
      for (const key of Object.keys(jsonSchema)) delete (jsonSchema as Record<string, unknown>)[key]
      jsonSchema.type = 'number'
    }
  },
}

/** Describes every route that carries a contract schema, at `/api/docs`. */
export async function serveApiDocs(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Keyhour',
        version: '1',
        description: 'Rent a workspace by the hour or day; the door opens when the time comes.',
      },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig }),
    transformObject: createJsonSchemaTransformObject({ zodToJsonConfig }),
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: false })
}
