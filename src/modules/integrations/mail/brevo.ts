import { createHash } from 'node:crypto'
import type { Context } from '../../../kernel/context.ts'
import { sendableEmail } from '../../../kernel/email.ts'
import { type BrevoField, type Concern, concernOfBrevo } from './concern.ts'
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

/** The message is for staff and does not contain the key. */
export class BrevoRefusal extends Error {
  readonly concern: Concern
  readonly code: string
  /** Seconds that Brevo asks to wait; null if unknown. */
  readonly afterSeconds: number | null
  /** Field of the request that Brevo refused; null if unknown. */
  readonly field: BrevoField

  constructor(
    concern: Concern,
    code: string,
    message: string,
    { afterSeconds = null, field = null }: { afterSeconds?: number | null; field?: BrevoField } = {},
  ) {
    super(message)
    this.concern = concern
    this.code = code
    this.afterSeconds = afterSeconds
    this.field = field
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
    to: [{ email: sendableEmail(mail.to) }],
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

/** Codes for an idempotency key that was used before. */
const acceptedCodes = new Set(['duplicate_parameter', 'duplicate_request', 'Request already processed'])

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
  if (acceptedCodes.has(code)) return { isKnown: true }
  const resetSeconds = Number(reply.headers.get('x-sib-ratelimit-reset')) || null
  throw refusalOf(reply.status, code, String(answer.message ?? ''), resetSeconds)
}

function refusalOf(status: number, code: string, message: string, resetSeconds: number | null): BrevoRefusal {
  const { concern, field } = concernOfBrevo(status, code, message)
  const said = message.replace(/\s+/g, ' ').slice(0, 200)
  const text = textOf(concern, { field, status, code, said })
  return new BrevoRefusal(concern, `brevo ${status} ${code}`.trim(), text, {
    afterSeconds: resetSeconds,
    field,
  })
}

/** Returns the reason in Italian. The code decides between texts; the words only explain codes with several causes. */
function textOf(
  concern: Concern,
  { field, status, code, said }: { field: BrevoField; status: number; code: string; said: string },
): string {
  switch (concern) {
    case 'login':
      return loginText(code, said)
    case 'sender':
      return field === 'replyTo'
        ? 'Brevo non accetta l’email per le risposte: correggila nella configurazione email.'
        : 'Brevo non accetta il mittente: verificalo nel pannello di Brevo.'
    case 'relay':
      return 'All’indirizzo di Brevo non risponde Brevo: controlla BREVO_BASE_URL.'
    case 'quota':
      return 'I crediti Brevo di oggi sono finiti: l’invio riprende appena ce ne sono.'
    case 'temporary':
      return status === 429
        ? 'Brevo chiede di rallentare: l’invio riprende tra poco.'
        : 'Brevo ha un problema temporaneo.'
    case 'mailbox':
      return 'Brevo rifiuta l’indirizzo del destinatario.'
    default:
      return `Brevo rifiuta il messaggio${said ? `: ${said}` : '.'}`
  }
}

/** Brevo's code `unauthorized` stands for a wrong key, an unknown IP address and a sender that is not verified. */
function loginText(code: string, said: string): string {
  if (code === 'account_under_validation')
    return 'Brevo sta ancora verificando l’account: completa l’attivazione in Brevo.'
  if (code.endsWith('permission_denied'))
    return 'Brevo non permette l’invio con questa API Key: controlla i permessi e lo stato dell’account in Brevo.'
  if (/\bIP\b/i.test(said))
    return 'Brevo non riconosce questo server: autorizza il suo indirizzo IP in Brevo.'
  if (/\bsender\b/i.test(said)) return 'Brevo non accetta il mittente: verificalo nel pannello di Brevo.'
  if (/\bkey\b|authentication/i.test(said) || !said)
    return 'Brevo non accetta la API Key: controlla la configurazione email.'
  return `Brevo nega l’accesso: ${said}`
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
  const email = sendableEmail(address)
  return name ? { email, name: name.slice(0, 70) } : { email }
}

/** Returns the same UUID for the same text (RFC 9562 version 8). */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
