import { ConfigurationProblem } from '../mailServer.ts'
import { BrevoRefusal } from './brevo.ts'

export interface MailFailure {
  /** `quota`: retry when the provider allows more mails; `configuration`: staff must act; `permanent`: never retry. */
  kind: 'temporary' | 'quota' | 'configuration' | 'permanent'
  /** Reason in Italian, shown to staff. */
  reason: string
  /** Reason for the log, without the e-mail addresses that server responses often contain. */
  code: string
  /** True if the server may have accepted the mail despite the error. */
  isUncertain: boolean
  /** True if a new connection may succeed: the server was unreachable or disconnected. */
  isConnection: boolean
  /** Seconds that the server asks to wait; null if unknown. */
  afterSeconds: number | null
  /** True if the recipient's e-mail address is invalid. */
  isAddress: boolean
}

export function failureOf(error: unknown): MailFailure {
  const {
    code = '',
    responseCode = 0,
    command = '',
    response = '',
    syscall = '',
    timeoutType = '',
  } = partsOf(error)
  const label = [code, responseCode || ''].filter(Boolean).join(' ')
  const fail = (kind: MailFailure['kind'], reason: string, isUncertain = false): MailFailure => ({
    kind,
    reason: reason.replace(/\s+/g, ' ').slice(0, 500),
    code: label,
    isUncertain,
    isConnection: kind === 'temporary' && !responseCode,
    afterSeconds: null,
    isAddress: kind === 'permanent' && (command === 'RCPT TO' || code === 'EENVELOPE'),
  })
  const said = response ? `: ${response}` : '.'

  if (error instanceof BrevoRefusal) {
    const { message, code: statusCode, afterSeconds } = error
    return { ...fail(error.kind, message), code: statusCode, afterSeconds, isAddress: error.isAddress }
  }
  if (error instanceof ConfigurationProblem) return fail('configuration', error.message)
  if (responseCode >= 400 && responseCode < 500)
    return fail('temporary', `Il server di posta chiede di riprovare più tardi${said}`)
  if (['EAUTH', 'ENOAUTH', 'EOAUTH2'].includes(code))
    return fail(
      'configuration',
      'Il server SMTP non accetta nome utente o password: controlla la configurazione email.',
    )
  if (code === 'ETLS')
    return fail('configuration', 'Il server SMTP non offre una connessione cifrata: controlla host e porta.')
  if (responseCode >= 500) {
    if (command === 'RCPT TO') return fail('permanent', `Il server di posta rifiuta il destinatario${said}`)
    if (command === 'DATA') return fail('permanent', `Il server di posta rifiuta il messaggio${said}`)
    return fail('configuration', `Il server SMTP rifiuta il mittente o la connessione${said}`)
  }
  if (code === 'EENVELOPE') return fail('permanent', 'L’indirizzo del destinatario non è valido.')
  if (code === 'EDNS' || syscall === 'getaddrinfo')
    return fail('temporary', 'Il server SMTP non si trova: controlla l’host nella configurazione email.')
  if (
    syscall === 'connect' ||
    ['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT'].includes(timeoutType)
  )
    return fail('temporary', 'Il server SMTP non risponde.')
  if (code === 'EABORT')
    return fail('temporary', 'L’invio è stato interrotto: durava troppo, o il servizio si è fermato.', true)
  return fail('temporary', 'La connessione con il server SMTP si è interrotta durante l’invio.', true)
}

interface Parts {
  code?: string
  responseCode?: number
  command?: string
  response?: string
  syscall?: string
  timeoutType?: string
}

function partsOf(error: unknown): Parts {
  return error instanceof Error ? (error as Parts) : {}
}
