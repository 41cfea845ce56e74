import type { Static } from '@sinclair/typebox'
import type { Command } from '../../../kernel/message.ts'
import { CallError, panelHeaders } from '../../client.ts'
import { leaveIfOut } from './session.ts'

/** Sends a file as the body (src/api/uploads.ts), and other input in the query string. */
export async function sendFile<M extends Command>(
  http: M['http'],
  file: Blob,
  input: Partial<Record<keyof Static<M['input']>, string | boolean>> = {},
): Promise<Static<M['output']>> {
  const [method = 'POST', path = ''] = http.split(' ')
  const search = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))
  const reply = await fetch(`${path}?${search}`, {
    method,
    credentials: 'include',
    headers: {
      'content-type': file.type || 'application/octet-stream',
      accept: 'application/json',
      ...panelHeaders,
    },
    body: file,
  })
  const text = await reply.text()
  if (reply.ok) return JSON.parse(text)
  const error = new CallError(reply.status, reply.statusText, text)
  leaveIfOut(error)
  throw error
}
