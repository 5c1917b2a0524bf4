import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { globalRegistry } from 'zod'

/** A schema whose metadata describes its wire format is documented that way, in both directions. */
const zodToJsonConfig: NonNullable<Parameters<typeof createJsonSchemaTransform>[0]['zodToJsonConfig']> = {
  override: ({ zodSchema, jsonSchema }) => {
    const travelsAs = globalRegistry.get(zodSchema)?.travelsAs
    if (travelsAs !== 'number' && travelsAs !== 'integer') return
    for (const key of Object.keys(jsonSchema)) delete (jsonSchema as Record<string, unknown>)[key]
    jsonSchema.type = travelsAs
  },
}

const describe = createJsonSchemaTransform({ zodToJsonConfig })

type Described = { querystring?: { properties?: object }; response?: Record<string, object> }

/** Lists that come in pages have a header with the total. */
const describeRoute: typeof describe = (route) => {
  const described = describe(route)
  const { querystring, response } = (described.schema ?? {}) as Described
  if (querystring?.properties && 'page' in querystring.properties)
    Object.assign(response?.[200] ?? {}, {
      headers: { 'X-Total-Count': { type: 'integer', description: 'How many rows there are in all' } },
    })
  return described
}

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
    // Pages, pictures and stored mails.
    hideUntagged: true,
    transform: describeRoute,
    transformObject: createJsonSchemaTransformObject({ zodToJsonConfig }),
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: false })
}
