/** Subject of a provider's refusal. */
export type Concern =
  /** The sender's address or domain. */
  | 'sender'
  /** This site as a client of the server: its IP address or name, missing encryption, or the right to relay. */
  | 'relay'
  /** The user name, password or API key, or the account. */
  | 'login'
  /** The number of mails or credits. */
  | 'quota'
  | 'mailbox'
  | 'content'
  /** A rule that the provider does not explain, which may concern one mail or all. */
  | 'policy'
  /** Nothing lasting: the provider asks to try again later. */
  | 'temporary'

/** Refusals that end only when staff or the provider change something, and that say nothing about the recipient. */
export const configurationConcerns: readonly Concern[] = ['sender', 'relay', 'login']

export const mayConcernAll = (concern: Concern | null) =>
  concern === 'policy' || (concern !== null && configurationConcerns.includes(concern))

/**
 * Concerns by the subject and detail of an enhanced status code (RFC 3463 and the IANA registry), then by the subject
 * alone. Codes that servers use for anything (X.0.0, X.1.0, X.2.0, X.3.0, X.4.1, X.5.x, X.7.0, X.7.1) are missing, so
 * that the words decide.
 */
const statusConcerns: Record<string, Concern> = {
  '1.1': 'mailbox',
  '1.2': 'mailbox',
  '1.3': 'mailbox',
  '1.4': 'mailbox',
  '1.6': 'mailbox',
  '1.7': 'sender',
  '1.8': 'sender',
  '1.10': 'mailbox',
  '2.1': 'mailbox',
  '2.2': 'mailbox',
  '2.3': 'content',
  '2.4': 'mailbox',
  '3.2': 'relay',
  '3.4': 'content',
  '3.5': 'relay',
  '4.5': 'quota',
  '6': 'content',
  // The server cannot write to an address with letters beyond ASCII.
  '6.7': 'mailbox',
  '6.9': 'mailbox',
  '7.8': 'login',
  '7.9': 'login',
  '7.10': 'relay',
  '7.11': 'login',
  '7.12': 'login',
  '7.13': 'login',
  '7.14': 'login',
  '7.17': 'mailbox',
  '7.18': 'mailbox',
  '7.19': 'mailbox',
  '7.25': 'relay',
  '7.28': 'temporary',
  // Codes of Microsoft 365: not logged in, not allowed to send as this sender, not allowed to relay.
  '7.57': 'login',
  '7.60': 'sender',
  '7.64': 'relay',
}

/** Basic reply codes with one meaning (RFC 4954, RFC 5321, RFC 7504). */
const replyConcerns: Record<string, Concern> = {
  '521': 'relay',
  '525': 'login',
  '534': 'login',
  '535': 'login',
  '538': 'login',
  '556': 'mailbox',
}

/** Words of Postfix, Exim, Dovecot, qmail, Exchange and the large providers. The first match decides. */
const words: [RegExp, Concern][] = [
  [/gr[ae]y ?list/i, 'temporary'],
  [
    /rate limit|too many (?:messages|emails|mails)|(?:sending|daily|hourly) (?:\w+ )?(?:limit|quota)/i,
    'quota',
  ],
  [/\brelay(?:ing)?(?: access)?(?: is)? (?:denied|not|prohibited)|(?:to|not) relay\b|rcpthosts/i, 'relay'],
  [/(?:client host|helo command) rejected|cannot find your (?:reverse )?hostname|reverse dns/i, 'relay'],
  [/blocked using|spamhaus|dnsbl|starttls|tls (?:is )?required/i, 'relay'],
  [/authentication (?:is )?required|not (?:authenticated|logged in)|must authenticate/i, 'login'],
  [/sender (?:address|verify|is not|not|you used)|send as this sender/i, 'sender'],
  [
    /\b(?:user|mailbox|recipient|account|address)(?: is)? (?:unknown|unavailable|disabled|full|not found)\b/i,
    'mailbox',
  ],
  [/unknown (?:user|mailbox|recipient)|no such (?:user|mailbox|recipient|person|address)/i, 'mailbox'],
  [/\b(?:does not|doesn[’']t) exist|undeliverable address|over ?quota|quota exceeded/i, 'mailbox'],
  [/virus|malware|message (?:content|size|file)|too (?:big|large)/i, 'content'],
]

/** Refusals that stay although the server says that they are temporary. Some servers say so until they are mended. */
const lastingWords = /relay access denied|(?:client host|helo command|sender address) rejected/i
const lastingCodes = new Set(['1.7', '1.8', '7.25'])

/** Enhanced status code. An IP address is none. */
const statusPattern = /(?<![\d.])[45]\.(\d{1,3})\.(\d{1,3})(?!\.?\d)/

/** Steps of a session in which the server knows the recipient, as nodemailer names them. */
const recipientSteps = new Set(['RCPT TO', 'DATA'])

export const isAfterRecipient = (command: string) => recipientSteps.has(command)

/**
 * Returns what a reply of a mail server concerns. `command` is nodemailer's name of the step that was refused. A
 * temporary reply (4xx) concerns the configuration only if it says so in words.
 */
export function concernOfReply(reply: string, command: string): Concern {
  // Addresses are left out, because a customer chooses the words of an e-mail address.
  const text = reply.slice(0, 500).replace(/\S*@\S*/g, '')
  const isTemporary = text.startsWith('4')
  const [, subject = '', detail = ''] = statusPattern.exec(text) ?? []
  const said = saidIn(text, subject, detail)
  const isEarly = !isAfterRecipient(command)
  const concern = said === null || (isEarly && said === 'mailbox') ? concernOfCommand(text, command) : said
  if (!isTemporary) return concern
  const isOfMailSystem = subject === '3'
  if (concern === 'mailbox' || concern === 'content') return concern
  if (concern === 'policy') return command === 'RCPT TO' && !isOfMailSystem ? 'policy' : 'temporary'
  return lastingWords.test(text) || lastingCodes.has(`${subject}.${detail}`) ? concern : 'temporary'
}

/** Returns what a provider's report about a mail concerns, which contains the reply of the recipient's server. */
export function concernOfReport(reason: string): Concern | null {
  const text = reason.slice(0, 500).replace(/\S*@\S*/g, '')
  const [, subject = '', detail = ''] = statusPattern.exec(text) ?? []
  return saidIn(text, subject, detail) ?? (subject === '7' ? 'policy' : null)
}

/** Returns what the text says by its codes or words; null if it says nothing clear. */
function saidIn(text: string, subject: string, detail: string): Concern | null {
  return (
    statusConcerns[`${subject}.${detail}`] ??
    statusConcerns[subject] ??
    replyConcerns[text.slice(0, 3)] ??
    words.find(([pattern]) => pattern.test(text))?.[1] ??
    null
  )
}

function concernOfCommand(text: string, command: string): Concern {
  if (text.startsWith('530') || command.startsWith('AUTH')) return 'login'
  if (text.startsWith('552')) return command === 'RCPT TO' ? 'mailbox' : 'content'
  if (command === 'MAIL FROM') return 'sender'
  return isAfterRecipient(command) ? 'policy' : 'relay'
}

/** Concerns by the `code` of Brevo's API. Codes of an invalid request are missing, because they name a field. */
const brevoConcerns: Record<string, Concern> = {
  unauthorized: 'login',
  permission_denied: 'login',
  reseller_permission_denied: 'login',
  account_under_validation: 'login',
  'Authentication failed': 'login',
  'api-key not found': 'login',
  not_enough_credits: 'quota',
  'Insufficient credits': 'quota',
  'DMARC policy requires domain authentication': 'sender',
  too_many_requests: 'temporary',
  document_not_found: 'relay',
  method_not_allowed: 'relay',
  not_acceptable: 'relay',
}

const statusOfBrevo: Record<number, Concern> = {
  401: 'login',
  402: 'quota',
  403: 'login',
  404: 'relay',
  405: 'relay',
  406: 'relay',
  429: 'temporary',
}

/** Codes that Brevo uses for an invalid field of the request. */
const fieldCodes = new Set([
  'invalid_parameter',
  'missing_parameter',
  'out_of_range',
  'bad_request',
  'unprocessable_entity',
  'Invalid parameters passed',
])

/** Field that Brevo's message about an invalid request names, such as `email is not valid in replyTo`. */
export type BrevoField = 'sender' | 'to' | 'replyTo' | null

function fieldIn(message: string): BrevoField {
  const [, field] = /\b(?:in )?(sender|replyTo)\b/i.exec(message) ?? /(?:\bin |^)(to)\b/i.exec(message) ?? []
  return ({ sender: 'sender', replyto: 'replyTo', to: 'to' } as const)[field?.toLowerCase() as 'to'] ?? null
}

const fieldConcerns = { sender: 'sender', replyTo: 'sender', to: 'mailbox' } as const

/** Returns what an error of Brevo's API concerns. The code decides, the HTTP status only if the code is unknown. */
export function concernOfBrevo(
  status: number,
  code: string,
  message: string,
): { concern: Concern; field: BrevoField } {
  const byCode = brevoConcerns[code]
  if (byCode) return { concern: byCode, field: null }
  const byStatus = status >= 500 ? 'temporary' : statusOfBrevo[status]
  if (byStatus && !fieldCodes.has(code)) return { concern: byStatus, field: null }
  const field = fieldIn(message)
  return { concern: field ? fieldConcerns[field] : 'content', field }
}
