import type { Asked, Said } from './simulate.ts'
import { openTextModel, unknownField, type Wire } from './textModel.ts'

// Simulates Anthropic's Messages API, version 2026-10-21. It refuses unknown fields, also `temperature`.

const models = ['claude-haiku-5-5', 'claude-sonnet-5-5', 'claude-opus-5-5']
const known = [
  ...['model', 'max_tokens', 'system', 'messages', 'thinking', 'output_config', 'stop_sequences', 'metadata'],
  ...['stream', 'tools', 'tool_choice', 'service_tier', 'container'],
]

const error = (type: string, message: string) => ({
  type: 'error',
  error: { type, message },
  request_id: 'req_simulated',
})

function refusal({ method, path, headers, body }: Asked, key: string): Said | null {
  const no = (status: number, type: string, message: string): Said => ({ status, body: error(type, message) })
  const given = headers['x-api-key'] ?? String(headers.authorization ?? '').replace(/^Bearer /, '')
  if (given !== key) return no(401, 'authentication_error', 'invalid x-api-key')
  if (path === '/v1/models' && method === 'GET')
    return { body: { data: models.map((id) => ({ type: 'model', id, display_name: id })), has_more: false } }
  if (path !== '/v1/messages' || method !== 'POST') return no(404, 'not_found_error', 'Not found')
  if (headers['anthropic-version'] !== '2026-10-21')
    return no(400, 'invalid_request_error', 'anthropic-version: header is required')
  if (typeof body !== 'object' || body === null)
    return no(400, 'invalid_request_error', 'The request body is not valid JSON')
  const bad = (message: string) => no(400, 'invalid_request_error', message)
  const strange = unknownField(body, known)
  if (strange) return bad(`${strange}: Extra inputs are not permitted`)
  const { model, max_tokens: most, messages, system, stream = false } = body
  if (typeof model !== 'string') return bad('model: Field required')
  if (!models.includes(model)) return no(404, 'not_found_error', `model: ${model}`)
  if (!Number.isInteger(most) || most < 1) return bad('max_tokens: Field required')
  if (most > 128_000) return bad('max_tokens: too large')
  if (system !== undefined && typeof system !== 'string' && !Array.isArray(system))
    return bad('system: Input should be a valid string')
  if (!Array.isArray(messages) || messages.length === 0)
    return bad('messages: at least one message is required')
  if (!messages.every(isMessage)) return bad('messages: Input should be a valid message')
  return stream === true ? null : bad('stream: this simulator streams')
}

const isMessage = (one: { role?: unknown; content?: unknown }) =>
  (one.role === 'user' || one.role === 'assistant') && typeof one.content === 'string' && one.content !== ''

const events: Wire['events'] = ({ body }, pieces, ending) => {
  const reasons = { whole: 'end_turn', tooLong: 'max_tokens', refusal: 'refusal', error: null, failed: null }
  const list: [string, object][] = [
    [
      'message_start',
      {
        message: {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model: body.model,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 40, output_tokens: 1 },
        },
      },
    ],
    ['content_block_start', { index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } }],
    ['ping', {}],
    ['content_block_delta', { index: 0, delta: { type: 'thinking_delta', thinking: 'non per il sito' } }],
    ['content_block_stop', { index: 0 }],
    ['content_block_start', { index: 1, content_block: { type: 'text', text: '', citations: null } }],
    ...pieces.map((text): [string, object] => [
      'content_block_delta',
      { index: 1, delta: { type: 'text_delta', text } },
    ]),
  ]
  if (ending === 'error' || ending === 'failed')
    list.push(['error', { error: { type: 'overloaded_error', message: 'Overloaded' } }])
  else
    list.push(
      ['content_block_stop', { index: 1 }],
      [
        'message_delta',
        { delta: { stop_reason: reasons[ending], stop_sequence: null }, usage: { output_tokens: 60 } },
      ],
      ['message_stop', {}],
    )
  return list.map(([type, data]) => [type, { type, ...data }])
}

const soon = { 'retry-after-ms': '5' }

const wire: Wire = {
  path: '/v1/messages',
  refusal,
  events,
  error,
  requestIdHeader: 'request-id',
  refusals: {
    badRequest: [400, 'invalid_request_error'],
    badKey: [401, 'authentication_error'],
    quota: [402, 'billing_error'],
    forbidden: [403, 'permission_error'],
    noModel: [404, 'not_found_error'],
    timeout: [408, 'timeout_error', soon],
    conflict: [409, 'conflict_error', soon],
    tooLarge: [413, 'request_too_large'],
    busy: [429, 'rate_limit_error', soon],
    busyLong: [429, 'rate_limit_error', { 'retry-after': '3600' }],
    down: [500, 'api_error', soon],
    overloaded: [529, 'overloaded_error', { 'retry-after': '0' }],
  },
}

export async function openAnthropic(port?: number) {
  const key = 'sk-ant-prova-0123456789'
  const server = await openTextModel(wire, { key, ...(port === undefined ? {} : { port }) })
  return { ...server, env: { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: key } }
}
