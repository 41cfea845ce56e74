import { createHash } from 'node:crypto'
import type { Context } from '../../../kernel/context.ts'
import { withoutAngles } from './messageId.ts'
import type { Mail } from './templates.ts'

// Brevo's HTTP API (developers.brevo.com), used instead of SMTP if a key is stored.

const timeoutMs = 10_000
const fileTimeoutMs = 60_000

interface Address {
  name: string
  address: string
}

interface BrevoMail extends Mail {
  from: Address
  to: string
  replyTo: Address
  /** Message-ID of the mail, from which Brevo's idempotency key is derived. */
  messageId: string
  /** True for a mail written by a person. */
  isPersonal?: boolean
  /** Aborts the call when the process must stop. */
  signal?: AbortSignal | undefined
}

/** The message is for staff and contains neither the key nor an e-mail address. */
export class BrevoRefusal extends Error {
  readonly kind: 'temporary' | 'quota' | 'configuration' | 'permanent'
  readonly code: string
  /** Seconds that Brevo asks to wait; null if unknown. */
  readonly afterSeconds: number | null
  /** True if Brevo refused the recipient's e-mail address. */
  isAddress = false

  constructor(kind: BrevoRefusal['kind'], code: string, message: string, afterSeconds: number | null = null) {
    super(message)
    this.kind = kind
    this.code = code
    this.afterSeconds = afterSeconds
  }
}

interface Brevo {
  baseUrl: string
  apiKey: string
}

export const brevoOf = (apiKey: string, { providers }: Context): Brevo => ({
  baseUrl: providers.urls.brevo,
  apiKey,
})

/** Sends the mail. Returns its id at Brevo, or '' if Brevo had accepted the mail in an earlier attempt. */
export async function sendByBrevo(brevo: Brevo, mail: BrevoMail): Promise<string> {
  const body = {
    sender: party(mail.from),
    to: [{ email: mail.to }],
    replyTo: party(mail.replyTo),
    subject: mail.subject,
    textContent: mail.text,
    htmlContent: mail.html,
    ...(mail.attachments
      ? {
          attachment: mail.attachments.map(({ filename, content }) => ({
            name: filename,
            content: Buffer.from(content).toString('base64'),
          })),
        }
      : {}),
    headers: {
      idempotencyKey: uuidOf(mail.messageId),
      'Message-Id': mail.messageId,
      ...(mail.isPersonal ? {} : { 'Auto-Submitted': 'auto-generated' }),
      // Brevo's reports repeat this id, so a report finds its mail even if the response with Brevo's own id was lost.
      'X-Mailin-custom': withoutAngles(mail.messageId),
    },
  }
  const reply = await ask(brevo, 'POST', '/smtp/email', { body, signal: mail.signal })
  if ('isKnown' in reply) return ''
  const { messageId } = reply as { messageId?: unknown }
  if (typeof messageId === 'string' && messageId) return messageId.slice(0, 200)
  // A response without an id is unusable. If Brevo accepted the mail anyway, the idempotency key identifies the retry.
  throw new BrevoRefusal('temporary', 'bad answer', 'Brevo ha risposto in modo incomprensibile.')
}

interface BrevoAccount {
  email: string
  /** Number of mails that can still be sent today; null if unknown. */
  credits: number | null
}

/** Reads the account. Success also proves that the key works. */
export async function readBrevoAccount(brevo: Brevo): Promise<BrevoAccount> {
  const reply = (await ask(brevo, 'GET', '/account')) as {
    email?: unknown
    plan?: { credits?: unknown; creditsType?: unknown }[]
  }
  const plan = reply.plan?.find(({ creditsType }) => creditsType === 'sendLimit')
  return {
    email: typeof reply.email === 'string' ? reply.email : '',
    credits: typeof plan?.credits === 'number' ? plan.credits : null,
  }
}

/** Returns a file of a received mail; null if it has more than `max` bytes. */
export async function readInboundFile(
  { baseUrl, apiKey }: Brevo,
  downloadToken: string,
  max: number,
): Promise<Buffer | null> {
  const reply = await fetch(`${baseUrl}/inbound/attachments/${encodeURIComponent(downloadToken)}`, {
    headers: { 'api-key': apiKey },
    signal: AbortSignal.timeout(fileTimeoutMs),
    redirect: 'error',
  })
  if (!reply.ok || !reply.body)
    throw new BrevoRefusal('temporary', `brevo ${reply.status}`, 'Brevo non consegna il file.')
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of reply.body) {
    size += piece.length
    if (size > max) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

async function ask(
  { baseUrl, apiKey }: Brevo,
  method: 'GET' | 'POST',
  path: string,
  { body, signal }: { body?: object; signal?: AbortSignal | undefined } = {},
): Promise<object> {
  let reply: Response
  let text: string
  try {
    reply = await fetch(baseUrl + path, {
      method,
      headers: { 'api-key': apiKey, accept: 'application/json', 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
      redirect: 'error',
    })
    text = await reply.text()
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    throw new BrevoRefusal('temporary', isLate ? 'timeout' : 'network', 'Brevo non risponde.')
  }
  const answer = jsonOf(text)
  if (reply.ok) return answer
  const code = typeof answer.code === 'string' ? answer.code : ''
  // Brevo accepted an earlier attempt whose response was lost.
  if (code === 'duplicate_parameter' || code === 'duplicate_request') return { isKnown: true }
  const resetSeconds = Number(reply.headers.get('x-sib-ratelimit-reset')) || null
  throw refusalOf(reply.status, code, String(answer.message ?? ''), resetSeconds)
}

function refusalOf(status: number, code: string, message: string, resetSeconds: number | null): BrevoRefusal {
  const refuse = (kind: BrevoRefusal['kind'], text: string) =>
    new BrevoRefusal(kind, `brevo ${status} ${code}`.trim(), text, resetSeconds)
  if (status === 401 && /unrecognised IP/i.test(message))
    return refuse(
      'configuration',
      'Brevo non riconosce questo server: autorizza il suo indirizzo IP in Brevo.',
    )
  if (status === 401 || status === 403)
    return refuse('configuration', 'Brevo non accetta la API Key: controlla la configurazione email.')
  if (status === 402)
    return refuse('quota', 'I crediti Brevo di oggi sono finiti: l’invio riprende appena ce ne sono.')
  if (status === 429) return refuse('temporary', 'Brevo chiede di rallentare: l’invio riprende tra poco.')
  if (status >= 500) return refuse('temporary', 'Brevo ha un problema temporaneo.')
  if ([404, 405, 406].includes(status))
    return refuse('configuration', 'All’indirizzo di Brevo non risponde Brevo: controlla BREVO_BASE_URL.')
  if (code === 'account_under_validation')
    return refuse('configuration', 'Brevo sta ancora verificando l’account: completa l’attivazione in Brevo.')
  if (/sender/i.test(message))
    return refuse('configuration', 'Brevo non accetta il mittente: verificalo nel pannello di Brevo.')
  if (/\bto\b|recipient|email/i.test(message)) {
    const refusal = refuse('permanent', 'Brevo rifiuta l’indirizzo del destinatario.')
    refusal.isAddress = true
    return refusal
  }
  return refuse('permanent', 'Brevo rifiuta il messaggio.')
}

function jsonOf(text: string): { code?: unknown; message?: unknown } {
  try {
    const value: unknown = JSON.parse(text)
    return value && typeof value === 'object' ? value : {}
  } catch {
    return {}
  }
}

function party({ name, address }: Address) {
  // Brevo refuses longer names.
  return name ? { email: address, name: name.slice(0, 70) } : { email: address }
}

/** Returns the same UUID for the same text (RFC 9562 version 8). */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
