import type { Static } from '@sinclair/typebox'
import { pathWith, queryText, sentUrl } from '../kernel/address.ts'
import type { Message } from '../kernel/message.ts'
import { pageLanguage } from './ownPage.ts'

/** Error response of the API (RFC 9457). */
export interface Problem {
  detail: string
  errors: { path: string; message: string }[]
  /** Present if the distance could not be measured. */
  estimate?: { distanceKm: number; estimatedDuration: string }
  reason?: string
}

export class CallError extends Error {
  readonly status: number
  readonly problem: Problem

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`)
    this.name = 'CallError'
    this.status = status
    this.problem = problemOf(body)
  }
}

function problemOf(body: string): Problem {
  try {
    const { detail = '', errors = [], ...rest }: Partial<Problem> = JSON.parse(body)
    return { ...rest, detail, errors }
  } catch {
    return { detail: '', errors: [] }
  }
}

/** Further headers of each call. Only the panel sets one. */
export const panelHeaders: Record<string, string> = {}

interface CallOptions {
  signal?: AbortSignal
  idempotencyKey?: string
}

/** Throws `CallError` if the server refuses, and the error of `fetch` if no response arrives. */
export async function call<M extends Message>(
  http: M['http'],
  input: Static<M['input']>,
  options: CallOptions = {},
): Promise<Static<M['output']>> {
  const method = http.slice(0, http.indexOf(' '))
  const { path: contractPath, rest } = pathWith(http, input)
  const path = sentUrl(contractPath)
  // The server answers in the language of the page, whatever language the browser prefers.
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-language': pageLanguage(),
    ...panelHeaders,
  }
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
  const init: RequestInit = { method, headers, credentials: 'include' }
  if (options.signal) init.signal = options.signal
  const isInAddress = method === 'GET' || method === 'DELETE'
  if (!isInAddress && rest.length > 0) {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(Object.fromEntries(rest))
  }
  const reply = await fetch(isInAddress ? path + queryText(rest) : path, init)
  const body = await reply.text()
  if (!reply.ok) throw new CallError(reply.status, reply.statusText, body)
  return body === '' ? undefined : JSON.parse(body)
}
