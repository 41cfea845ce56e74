import type { Handler } from '../message.ts'
import { splitHttp } from './mount.ts'

const problem = { $ref: '#/components/responses/Problem' }

/** OpenAPI 3.1 from the contracts themselves: TypeBox schemas are JSON Schema already. */
export function describeApi(handlers: Handler[], origin: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const { message } of handlers) {
    const [method, url] = splitHttp(message.http)
    const inPath = [...url.matchAll(/:([a-zA-Z]+)/g)].map(([, name]) => name)
    const properties = Object.entries(message.input.properties)
    const required = new Set<string>(message.input.required ?? [])
    const isRead = method === 'GET' || method === 'DELETE'
    const inBody = properties.filter(([name]) => !inPath.includes(name))
    const status = message.kind === 'command' ? (message.status ?? 200) : 200
    const address = url.replaceAll(/:([a-zA-Z]+)/g, '{$1}')
    paths[address] ??= {}
    paths[address][method.toLowerCase()] = {
      ...(message.summary ? { summary: message.summary } : {}),
      tags: [url.split('/')[2] ?? ''],
      parameters: properties
        .filter(([name]) => isRead || inPath.includes(name))
        .map(([name, schema]) => ({
          name,
          in: inPath.includes(name) ? 'path' : 'query',
          required: inPath.includes(name) || required.has(name),
          schema,
        })),
      ...(!isRead && inBody.length > 0
        ? {
            requestBody: {
              required: true,
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    properties: Object.fromEntries(inBody),
                    required: [...required].filter((name) => !inPath.includes(name)),
                  },
                },
              },
            },
          }
        : {}),
      responses: {
        [status]:
          status === 204
            ? { description: 'Done' }
            : { description: 'Done', content: { 'application/json': { schema: message.output } } },
        default: problem,
      },
      security: message.access === 'public' ? [] : [{ session: [] }],
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Salento Transfer', version: '1' },
    servers: [{ url: origin }],
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      responses: {
        Problem: {
          description: 'RFC 9457',
          content: {
            'application/problem+json': {
              schema: {
                type: 'object',
                required: ['type', 'title', 'status', 'detail'],
                properties: {
                  type: { type: 'string' },
                  title: { type: 'string' },
                  status: { type: 'integer' },
                  detail: { type: 'string' },
                  errors: {
                    type: 'array',
                    items: {
                      type: 'object',
                      properties: { path: { type: 'string' }, message: { type: 'string' } },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  }
}
