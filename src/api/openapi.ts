import { Type } from '@sinclair/typebox'
import { mayBePutOff } from '../kernel/longCommand.ts'
import type { Message } from '../kernel/message.ts'
import { languages } from '../languages/messages.ts'
import { splitHttp } from './mount.ts'
import { type CachedResponse, finished, sendKept } from './replies.ts'
import { shared } from './shared.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Contract of the route, for OpenAPI. */
    message?: Message
  }
}

const lang = {
  name: 'lang',
  in: 'query',
  required: false,
  description: 'Language of messages; by default the first supported one of Accept-Language, else Italian',
  schema: { enum: [...languages] },
}

const problem = { $ref: '#/components/responses/Problem' }

/** Serves the description of the routes that are registered after this plugin, in any scope. */
export const openApiDocument = shared(
  async (app, { siteUrl }: { siteUrl: string }) => {
    const messages = new Set<Message>()
    app.addHook('onRoute', ({ config }) => {
      if (config?.message) messages.add(config.message)
    })
    let description: CachedResponse | undefined
    app.get('/api/openapi.json', async (request, reply) => {
      // The description is made on demand: most processes never need it, and making it takes a tenth of a start.
      description ??= finished(
        200,
        { 'content-type': 'application/json; charset=utf-8', ...app.sharedHeaders(0) },
        JSON.stringify(describeApi(messages, siteUrl)),
      )
      return sendKept(request, reply, description)
    })
  },
  { name: 'openApiDocument', dependencies: ['sharedHeaders'] },
)

/** Returns the OpenAPI 3.1 description of the calls. TypeBox schemas are already JSON Schema. */
function describeApi(messages: Iterable<Message>, origin: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const message of messages) {
    const [method, url] = splitHttp(message.http)
    const address = url.replaceAll(/:([a-zA-Z]+)/g, '{$1}')
    paths[address] ??= {}
    paths[address][method.toLowerCase()] = {
      ...(message.summary ? { summary: message.summary } : {}),
      tags: [url.split('/')[2] ?? ''],
      ...inputOf(message, method, url),
      responses: responsesOf(message),
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

function inputOf(message: Message, method: string, url: string): object {
  const properties = Object.entries(message.input.properties)
  const required = new Set<string>(message.input.required ?? [])
  const fileTypes = message.kind === 'command' ? message.fileTypes : undefined
  const inPath = new Set([...url.matchAll(/:([a-zA-Z]+)/g)].map(([, name = '']) => name))
  const isInBody = (name: string) =>
    !inPath.has(name) && method !== 'GET' && method !== 'DELETE' && !fileTypes
  const isParameter = (name: string) => !isInBody(name) && !(fileTypes && name === 'data')
  const inBody = properties.filter(([name]) => isInBody(name))
  const parameters: object[] = properties
    .filter(([name]) => isParameter(name))
    .map(([name, schema]) => ({
      name,
      in: inPath.has(name) ? 'path' : 'query',
      required: inPath.has(name) || required.has(name),
      schema,
    }))
  if (message.access === 'public' && !properties.some(([name]) => name === 'lang')) parameters.push(lang)
  if (fileTypes) return { parameters, requestBody: { required: true, content: fileContent(fileTypes) } }
  if (inBody.length === 0) return { parameters }
  const schema = {
    type: 'object',
    properties: Object.fromEntries(inBody),
    required: [...required].filter((name) => !inPath.has(name)),
    ...(message.kind === 'command' && message.refusesUnknownKeys ? { additionalProperties: false } : {}),
  }
  const bareList =
    message.kind === 'command' && message.bareList && message.input.properties[message.bareList]
  const body = bareList ? { anyOf: [schema, bareList] } : schema
  return { parameters, requestBody: { required: true, content: { 'application/json': { schema: body } } } }
}

function fileContent(types: string[]): object {
  const form = { type: 'object', properties: { file: {} }, required: ['file'] }
  return {
    ...Object.fromEntries(types.map((type) => [type, {}])),
    'multipart/form-data': { schema: form },
  }
}

/** A job runs the command; its result is the response. */
const putOff = {
  description:
    'A job runs the command: GET /api/admin/jobs/{jobId} has its progress and, as `result`, the response',
  schema: Type.Object({ jobId: Type.Integer(), isPutOff: Type.Literal(true) }),
}

function responsesOf(message: Message): object {
  const status = message.kind === 'command' ? (message.status ?? 200) : 200
  const type = message.replyType ?? 'application/json'
  return {
    [status]: {
      description: 'Done',
      ...(status === 204 ? {} : { content: { [type]: { schema: message.output } } }),
    },
    ...(message.kind === 'command' && mayBePutOff(message.http)
      ? { 202: acceptedOf(status === 202 ? message : null) }
      : {}),
    default: message.refusal
      ? { description: 'HttpError', content: { 'application/json': { schema: message.refusal } } }
      : problem,
  }
}

/** Returns the response 202 of a command that a job may run, which some commands also answer themselves. */
function acceptedOf(message: Message | null): object {
  return {
    description: message ? `Done. Or, with \`isPutOff\`: ${putOff.description}` : putOff.description,
    content: {
      'application/json': { schema: message ? { anyOf: [message.output, putOff.schema] } : putOff.schema },
    },
  }
}
