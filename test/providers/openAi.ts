import type { Asked, Said } from './simulate.ts'
import { openTextModel, unknownField, type Wire } from './textModel.ts'

// Simulates OpenAI's Responses API. It refuses unknown fields, and a temperature for reasoning models.

const models = ['gpt-6-luna', 'gpt-6-sol', 'gpt-6-astra']
const known = [
  ...[
    'background',
    'conversation',
    'include',
    'input',
    'instructions',
    'max_output_tokens',
    'max_tool_calls',
  ],
  ...['metadata', 'model', 'parallel_tool_calls', 'previous_response_id', 'prompt', 'prompt_cache_key'],
  ...['reasoning', 'safety_identifier', 'service_tier', 'store', 'stream', 'stream_options', 'temperature'],
  ...['text', 'tool_choice', 'tools', 'top_logprobs', 'top_p', 'truncation'],
]
const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

const error = (code: string | null, message: string, param: string | null = null) => ({
  error: {
    message,
    type: code?.includes('quota') ? 'insufficient_quota' : 'invalid_request_error',
    param,
    code,
  },
})

function refusal({ method, path, headers, body }: Asked, key: string): Said | null {
  const no = (status: number, code: string | null, message: string, param: string | null = null): Said => ({
    status,
    body: error(code, message, param),
  })
  if (headers.authorization !== `Bearer ${key}`)
    return no(401, 'invalid_api_key', `Incorrect API key provided: ${headers.authorization}.`)
  if (path === '/v1/models' && method === 'GET')
    return {
      body: { object: 'list', data: models.map((id) => ({ id, object: 'model', owned_by: 'openai' })) },
    }
  if (path !== '/v1/responses' || method !== 'POST') return no(404, null, `Invalid URL (${method} ${path})`)
  if (
    typeof body !== 'object' ||
    body === null ||
    !/^application\/json/.test(String(headers['content-type']))
  )
    return no(400, null, 'We could not parse the JSON body of your request.')
  const strange = unknownField(body, known)
  if (strange) return no(400, 'unknown_parameter', `Unknown parameter: '${strange}'.`, strange)
  if (!models.includes(body.model))
    return no(
      404,
      'model_not_found',
      `The model '${body.model}' does not exist or you do not have access to it.`,
    )
  if (typeof body.input !== 'string' || body.input === '')
    return no(400, 'missing_required_parameter', "Missing required parameter: 'input'.", 'input')
  const { max_output_tokens: most, reasoning = {}, store = true, stream = false } = body
  if (most !== undefined && (!Number.isInteger(most) || most < 16))
    return no(400, 'integer_below_min_value', "Invalid 'max_output_tokens'.", 'max_output_tokens')
  if (reasoning.effort !== undefined && !efforts.includes(reasoning.effort))
    return no(400, 'invalid_value', "Invalid value for 'reasoning.effort'.", 'reasoning.effort')
  if (body.temperature !== undefined && reasoning.effort !== 'none')
    return no(
      400,
      null,
      "Unsupported parameter: 'temperature' is not supported with this model.",
      'temperature',
    )
  if (typeof store !== 'boolean' || typeof stream !== 'boolean')
    return no(400, 'invalid_type', 'Invalid type: expected a boolean.')
  return stream ? null : no(400, null, 'This simulator streams.')
}

const usage = {
  input_tokens: 40,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 60,
  output_tokens_details: { reasoning_tokens: 20 },
  total_tokens: 100,
}

const events: Wire['events'] = ({ body }, pieces, ending) => {
  const response = (status: string, more: object = {}) => ({
    id: 'resp_1',
    object: 'response',
    created_at: 1_795_000_000,
    status,
    error: null,
    incomplete_details: null,
    model: body.model,
    output: [],
    usage: null,
    ...more,
  })
  const text = pieces.join('')
  const part = { type: 'output_text', text, annotations: [] }
  const message = { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content: [part] }
  const at = { item_id: 'msg_1', output_index: 1, content_index: 0 }
  const list: [string, object][] = [
    ['response.created', { response: response('in_progress') }],
    ['response.in_progress', { response: response('in_progress') }],
    ['response.output_item.added', { output_index: 0, item: { id: 'rs_1', type: 'reasoning', summary: [] } }],
    ['response.output_item.added', { output_index: 1, item: { ...message, content: [] } }],
    ['response.content_part.added', { ...at, part: { ...part, text: '' } }],
  ]
  if (ending === 'refusal')
    list.push(
      ['response.refusal.delta', { ...at, delta: 'I can’t help with that.' }],
      ['response.refusal.done', { ...at, refusal: 'I can’t help with that.' }],
      ['response.completed', { response: response('completed', { usage }) }],
    )
  else {
    list.push(
      ...pieces.map((delta): [string, object] => [
        'response.output_text.delta',
        { ...at, delta, logprobs: [] },
      ]),
    )
    if (ending === 'error')
      list.push(['error', { code: 'server_error', message: 'The server had an error.', param: null }])
    if (ending === 'failed')
      list.push([
        'response.failed',
        { response: response('failed', { error: { code: 'server_error', message: 'failed' }, usage }) },
      ])
    if (ending === 'tooLong')
      list.push([
        'response.incomplete',
        { response: response('incomplete', { incomplete_details: { reason: 'max_output_tokens' }, usage }) },
      ])
    if (ending === 'whole')
      list.push(
        ['response.output_text.done', { ...at, text, logprobs: [] }],
        ['response.content_part.done', { ...at, part }],
        ['response.output_item.done', { output_index: 1, item: message }],
        ['response.completed', { response: response('completed', { output: [message], usage }) }],
      )
  }
  return list.map(([type, data], index) => [type, { type, sequence_number: index, ...data }])
}

const soon = { 'retry-after-ms': '5' }

const wire: Wire = {
  path: '/v1/responses',
  refusal,
  events,
  error: (kind, message) => error(kind, message),
  requestIdHeader: 'x-request-id',
  refusals: {
    badRequest: [400, 'invalid_value'],
    badKey: [401, 'invalid_api_key'],
    forbidden: [403, 'unsupported_country_region_territory'],
    noModel: [404, 'model_not_found'],
    conflict: [409, 'conflict', soon],
    unprocessable: [422, 'unprocessable'],
    busy: [429, 'rate_limit_exceeded', soon],
    busyLong: [429, 'rate_limit_exceeded', { 'retry-after': '3600' }],
    quota: [429, 'insufficient_quota'],
    down: [500, 'server_error', soon],
    overloaded: [503, 'server_overloaded', { 'retry-after': '0' }],
  },
}

export async function openOpenAi(port?: number) {
  const key = 'sk-prova-openai-0123456789'
  const server = await openTextModel(wire, { key, ...(port === undefined ? {} : { port }) })
  return { ...server, env: { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: key } }
}
