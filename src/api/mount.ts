import type { TSchema } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pathWith, queryText } from '../kernel/address.ts'
import { HttpError } from '../kernel/httpError.ts'
import {
  anyone,
  type Caller,
  type Command,
  type Handler,
  type Message,
  type Query,
  type QueryHandler,
} from '../kernel/message.ts'
import { refuseInternal } from '../kernel/module.ts'
import { checked, type Runtime, run } from '../kernel/run.ts'
import { finished, sendKept } from './replies.ts'
import { sharedReads } from './sharedReads.ts'
import { giveTimeForFile } from './slowSenders.ts'

type Share = ReturnType<typeof sharedReads>

/** Makes a route for each handler. */
export function mount(
  api: FastifyInstance,
  { handlers, runtime }: { handlers: Handler[]; runtime: Runtime },
): void {
  refuseInternal(handlers)
  const share = sharedReads()
  for (const handler of handlers) mountOne(api, { handler, runtime, share })
}

function mountOne(
  api: FastifyInstance,
  { handler, runtime, share }: { handler: Handler; runtime: Runtime; share: Share },
): void {
  const { limits, replies, sessions } = api
  const { message } = handler
  const [method, url] = splitHttp(message.http)
  const isPublicRead = message.kind === 'query' && message.access === 'public'
  const keptSeconds = isPublicRead ? message.maxAgeSeconds : undefined
  const headers = headersOf(api, handler, keptSeconds)
  const maxBytes = message.kind === 'command' ? message.maxBytes : undefined
  // Checks access before reading a large body. A caller with access gets more time for the body.
  const refuseStrangers = async (request: FastifyRequest) => {
    if (message.access === 'public') return
    await sessions.caller(message.access, request)
    giveTimeForFile(request.raw)
  }
  // Counts public reads in memory. `run` counts commands and uncached queries in the database, against their
  // own limits.
  const countRead =
    keptSeconds !== undefined && message.limit ? limits.readCounterOf(message.limit) : limits.countRead
  const answerCached =
    'answer' in handler && keptSeconds !== undefined ? cachedAnswer(api, { handler, runtime, headers }) : null
  // All tabs of a panel ask again at the same change.
  const isAskedByTabs = message.kind === 'query' && message.tables !== undefined && !message.limit
  const answerTabs = tabsAnswer({ handler, runtime, share })
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    // The deadline starts when the body has arrived. The arrival of the body has its own limit (slowSenders.ts).
    request.askedAt = performance.now()
    const caller = await sessions.caller(message.access, request)
    if (isPublicRead) await countRead(request)
    if (answerCached) return answerCached(request, reply)
    if (isAskedByTabs && caller.admin?.sessionId)
      return reply.headers(headers).send(await answerTabs(request, caller))
    const sender = message.kind === 'command' ? { ...caller, isAnsweredAtOnce: true } : caller
    const work = () => run(runtime, handler, inputOf(request, message), sender)
    const output = isPublicRead ? await limits.makeResponse(request, 'other', work) : await work()
    const status = message.kind === 'command' ? statusOf(message, output) : 200
    reply.code(status).headers(headers)
    return status === 204 ? reply.send() : reply.send(JSON.stringify(output))
  }
  api.route({
    method,
    url,
    config: { message },
    ...(maxBytes ? { bodyLimit: maxBytes, onRequest: refuseStrangers } : {}),
    handler: async (request, reply) => {
      // The canonical URL is the cache key, so a request with that URL needs no check of its input.
      const kept = keptSeconds === undefined ? undefined : replies.find(request.url)
      if (!kept) return answer(request, reply)
      await countRead(request)
      return sendKept(request, reply, kept)
    },
  })
}

function headersOf({ sharedHeaders }: FastifyInstance, handler: Handler, keptSeconds: number | undefined) {
  const type = { 'content-type': 'application/json; charset=utf-8' }
  if (keptSeconds === undefined) return { ...type, 'cache-control': 'no-store' }
  // The API counts each sending of such a response, so a proxy must not store it.
  const isCounted = 'each' in handler && handler.each !== undefined
  const cached = isCounted
    ? { 'cache-control': `private, max-age=${keptSeconds}` }
    : sharedHeaders(keptSeconds)
  return { ...type, ...cached }
}

/** Returns a function that sends the cached response, or makes and caches it. */
function cachedAnswer(
  { replies }: FastifyInstance,
  { handler, runtime, headers }: { handler: QueryHandler; runtime: Runtime; headers: Record<string, string> },
) {
  const { message, each } = handler
  const [, url] = splitHttp(message.http)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const input = checked(message, inputOf(request, message), runtime.context)
    const key = addressOf(message, input)
    // There is one response without parameters, and any number of responses with them.
    const rank = key === url ? 'known' : 'other'
    const kept = await replies.answer({ request, rank }, key, async () => {
      const output = await run(runtime, handler, input, anyone)
      const fresh = finished(200, headers, JSON.stringify(output))
      if (each) fresh.each = () => each(output, input, runtime.context)
      return fresh
    })
    return sendKept(request, reply, kept)
  }
}

/** Returns a function that reads once for all tabs of a session which ask the same at one time. */
function tabsAnswer({ handler, runtime, share }: { handler: Handler; runtime: Runtime; share: Share }) {
  const { message } = handler
  return (request: FastifyRequest, caller: Caller) => {
    const input = inputOf(request, message)
    const { admin, language } = caller
    const key = JSON.stringify([message.http, admin?.sessionId, admin?.role, language, input])
    const asked = performance.now()
    return share(key, async () => {
      // The wait for the run before does not count against the deadline.
      const askedAt = request.askedAt + performance.now() - asked
      return JSON.stringify(await run(runtime, handler, input, { ...caller, askedAt }))
    })
  }
}

/** Returns 202 if a job does the work or the rest of it. */
function statusOf({ status = 200 }: Command, output: unknown): number {
  const isUnderWay =
    typeof output === 'object' && output !== null && 'jobId' in output && output.jobId !== null
  return status === 200 && isUnderWay ? 202 : status
}

/** Returns the canonical URL: parameters in the contract's order, without defaults. */
function addressOf({ http, input }: Query, values: Record<string, unknown>): string {
  const names = Object.entries(input.properties).filter(
    ([name, schema]) => http.includes(`:${name}`) || values[name] !== schema.default,
  )
  const { path, rest } = pathWith(http, Object.fromEntries(names.map(([name]) => [name, values[name]])))
  return path + queryText(rest)
}

export function splitHttp(http: string): [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string] {
  const space = http.indexOf(' ')
  return [http.slice(0, space) as 'GET', http.slice(space + 1)]
}

/** Joins path, query and body, in this order of precedence. Throws HttpError 422 if the body is no object. */
export function inputOf(request: FastifyRequest, message: Message): Record<string, unknown> {
  const { properties } = message.input
  const list = message.kind === 'command' ? message.bareList : undefined
  const body = list && Array.isArray(request.body) ? { [list]: request.body } : request.body
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body)))
    throw new HttpError(422, (t) => t('api.object'))
  const input: Record<string, unknown> = { ...body }
  for (const part of [request.query, request.params])
    for (const [key, text] of Object.entries(part ?? {}))
      if (properties[key]) input[key] = fromText(properties[key], text)
      // `lang` selects the language of messages and is no input of the call.
      else if (key !== 'lang' || part !== request.query) input[key] = text
  return input
}

function fromText(schema: TSchema, text: unknown): unknown {
  if (typeof text !== 'string') return text
  const types: unknown[] = [schema.type, ...(schema.anyOf ?? []).map((one: TSchema) => one.type)]
  if ((types.includes('integer') || types.includes('number')) && /^-?\d{1,15}(\.\d+)?$/.test(text))
    return Number(text)
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
