import { randomBytes } from 'node:crypto'
import { type Asked, type Said, simulate } from './simulate.ts'

// Simulates Brevo's HTTP API (developers.brevo.com). The local part of an e-mail address selects the result: bounce@,
// soft@, spam@, blocked@, invalid@, unverified@, deferred@, refused@, quota@, rate@, slow@, 500@.

const idempotentMs = 15 * 60_000
const addressPattern = /^[^\s@<>()]+@[^\s@<>()]+\.[^\s@<>()]+$/
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const fields = [
  ...[
    'sender',
    'to',
    'cc',
    'bcc',
    'replyTo',
    'subject',
    'htmlContent',
    'textContent',
    'headers',
    'tags',
    'params',
  ],
  ...['templateId', 'scheduledAt', 'batchId', 'attachment', 'messageVersions'],
]

interface Options {
  port?: number
  /** Daily limit, as the number of mails that Brevo still accepts; unlimited by default. */
  credits?: number
  /** Accepted key; `xkeysib-ip` belongs to an account that does not allow the product's IP address. */
  key?: string
}

interface Taken {
  to: string
  messageId: string
  // biome-ignore lint/suspicious/noExplicitAny: the assertions of a test state the type of a mail
  body: any
}

/** Report in the format of Brevo's webhooks. */
interface Report {
  event: string
  email: string
  'message-id': string
  'X-Mailin-custom'?: string
  ts_epoch: number
  reason?: string
}

const fates: Record<string, [event: string, reason?: string][]> = {
  bounce: [['hard_bounce', 'RecipientError: 550 5.1.1 mailbox unavailable']],
  // Brevo defers a mail for 36 hours, and reports a soft bounce when it gives up.
  soft: [
    ['deferred', '452 4.2.2 mailbox full'],
    ['soft_bounce', '452 4.2.2 mailbox full'],
  ],
  blocked: [['blocked', 'blocked : due to blacklist user']],
  invalid: [['invalid_email']],
  unverified: [['error', 'Sending has been rejected because the sender you used is not valid.']],
  deferred: [['deferred', '451 4.7.1 try again later'], ['delivered']],
  spam: [['delivered'], ['spam']],
}

export async function openBrevo({
  port,
  credits = Number.POSITIVE_INFINITY,
  key = 'xkeysib-ok',
}: Options = {}) {
  const mails: Taken[] = []
  const files = new Map<string, string>()
  const reports: Report[] = []
  const keys = new Map<string, number>()
  const planned: Said[] = []
  const lost: Said[] = []
  const switches = { credits, flaky: (_count: number): Said | null => null }

  function answer(asked: Asked, count: number): Said {
    const forced = planned.shift()
    if (forced) return forced
    const given = asked.headers['api-key']
    if (!given) return no(401, 'unauthorized', 'authentication not found in headers')
    if (given === 'xkeysib-ip')
      return no(401, 'unauthorized', 'We have detected you are using an unrecognised IP address 203.0.113.9.')
    if (given !== key) return no(401, 'unauthorized', 'Key not found')
    const flake = switches.flaky(count)
    if (flake && !flake.isCut) return flake
    const said = route(asked)
    // By now Brevo has accepted the mail, even if another response replaces the normal one.
    return lost.shift() ?? flake ?? said
  }

  function route({ method, path, body }: Asked): Said {
    if (method === 'POST' && path === '/v3/smtp/email') return send(body)
    if (method === 'GET' && path === '/v3/account')
      return {
        body: {
          email: 'ufficio@salento.example',
          companyName: 'Salento Transfer',
          plan: [{ type: 'free', creditsType: 'sendLimit', credits: left() }],
          relay: { enabled: true },
        },
      }
    if (method === 'GET' && path === '/v3/senders')
      return {
        body: { senders: [{ id: 1, name: 'Sito', email: 'sito@salento.example', active: true, ips: [] }] },
      }
    if (method === 'GET' && path.startsWith('/v3/inbound/attachments/')) {
      const file = files.get(decodeURIComponent(path.slice('/v3/inbound/attachments/'.length)))
      return file === undefined ? no(404, 'document_not_found', 'Attachment not found') : { body: file }
    }
    if (method === 'GET' && path.startsWith('/v3/smtp/statistics/events')) return { body: { events: [] } }
    return no(404, 'document_not_found', 'Route not found')
  }

  const left = () => Math.min(Math.max(0, switches.credits - mails.length), 1_000_000)

  // biome-ignore lint/suspicious/noExplicitAny: `problemOf` checks the body
  function send(body: any): Said {
    const wrong = problemOf(body)
    if (wrong) return wrong
    const idempotencyKey = body.headers?.idempotencyKey
    if (idempotencyKey) {
      const usedAt = keys.get(idempotencyKey)
      if (usedAt !== undefined && Date.now() - usedAt < idempotentMs)
        return no(400, 'duplicate_parameter', 'idempotencyKey has already been used')
    }
    const to: string[] = body.to.map(({ email }: { email: string }) => email)
    const fate = to[0]?.split('@')[0] ?? ''
    if (fate === 'refused') return invalid('email is not valid in to')
    if (fate === '500') return no(500, 'internal_error', 'Internal server error')
    if (fate === 'rate') return { ...no(429, 'too_many_requests', 'Too many requests'), headers: rateHeaders }
    if (fate === 'slow') return { afterMs: 60_000 }
    if (fate === 'quota' || left() < to.length)
      return no(402, 'not_enough_credits', 'Error. Not enough credit, plan upgrade needed')
    if (idempotencyKey) keys.set(idempotencyKey, Date.now())
    const messageId = `<${Date.now()}.${randomBytes(6).toString('hex')}@smtp-relay.mailin.fr>`
    for (const email of to) {
      mails.push({ to: email, messageId, body })
      const custom = body.headers?.['X-Mailin-custom']
      let at = Date.now()
      for (const [event, reason] of [['request'], ...(fates[fate] ?? [['delivered']])] as [string, string?][])
        reports.push({
          event,
          email,
          'message-id': messageId,
          ...(custom ? { 'X-Mailin-custom': custom } : {}),
          ts_epoch: at++,
          ...(reason ? { reason } : {}),
        })
    }
    return { status: 201, body: { messageId } }
  }

  const server = await simulate(answer, port)
  return {
    ...server,
    baseUrl: `${server.url}/v3`,
    mails,
    /** Files of received mails, by download token. */
    files,
    to: (address: string) => mails.filter((mail) => mail.to === address),
    switches,
    /** Queues responses for the next HTTP requests, which accept no mail. */
    next: (...answers: Said[]) => void planned.push(...answers),
    /** Queues responses for the next mails, which are accepted nevertheless. */
    afterTaking: (...answers: Said[]) => void lost.push(...answers),
    /** Returns the reports until now and clears them. */
    takeReports: () => reports.splice(0),
  }
}

const rateHeaders = {
  'x-sib-ratelimit-limit': '1000',
  'x-sib-ratelimit-remaining': '0',
  'x-sib-ratelimit-reset': '77',
}

const no = (status: number, code: string, message: string): Said => ({ status, body: { code, message } })

const missing = (name: string) => no(400, 'missing_parameter', `${name} is missing`)
const invalid = (message: string) => no(400, 'invalid_parameter', message)

// biome-ignore lint/suspicious/noExplicitAny: this function checks the body
function problemOf(body: any): Said | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return no(400, 'bad_request', 'Input must be a valid JSON object')
  const unknown = Object.keys(body).find((name) => !fields.includes(name))
  if (unknown) return invalid(`${unknown} is not a known parameter`)
  if (!body.sender) return missing('sender')
  if (!Array.isArray(body.to) || body.to.length === 0) return missing('to')
  if (body.to.length > 99) return no(400, 'out_of_range', 'to is limited to 99 recipients')
  for (const [name, party] of [
    ['sender', body.sender],
    ['replyTo', body.replyTo],
    ...body.to.map((one: unknown) => ['to', one]),
  ]) {
    if (party === undefined) continue
    if (!addressPattern.test(String(party?.email))) return invalid(`email is not valid in ${name}`)
    if (
      party.name !== undefined &&
      (typeof party.name !== 'string' || party.name === '' || party.name.length > 70)
    )
      return invalid(`name is not valid in ${name}`)
  }
  if (typeof body.subject !== 'string' || body.subject === '') return missing('subject')
  if (typeof body.htmlContent !== 'string' || body.htmlContent === '') return missing('htmlContent')
  for (const { name, content } of body.attachment ?? [])
    if (!name || typeof content !== 'string' || !/^[A-Za-z0-9+/]+={0,2}$/.test(content))
      return invalid('attachment is not valid')
  for (const [name, value] of Object.entries(body.headers ?? {}))
    if (typeof value !== 'string' || /[\r\n]/.test(value)) return invalid(`header ${name} is not valid`)
  const key = body.headers?.idempotencyKey
  if (key !== undefined && !uuidPattern.test(key)) return invalid('idempotencyKey must be a UUID')
  return null
}
