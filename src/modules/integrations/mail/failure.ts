import { ConfigurationProblem } from '../mailServer.ts'
import { BrevoRefusal } from './brevo.ts'
import {
  type Concern,
  concernOfReply,
  configurationConcerns,
  isAfterRecipient,
  mayConcernAll,
} from './concern.ts'

export interface MailFailure {
  /**
   * `quota`: retry when the provider allows more mails; `configuration`: staff or the provider must act; `unclear`: the
   * provider does not say whether it refuses one mail or all; `permanent`: never retry.
   */
  kind: 'temporary' | 'quota' | 'configuration' | 'unclear' | 'permanent'
  /** Null if the provider refused nothing, for example if it did not respond. */
  concern: Concern | null
  /** True if the provider refused when it knew the recipient, so that it may accept mails to others. */
  isAfterRecipient: boolean
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
}

export function failureOf(error: unknown): MailFailure {
  const parts = partsOf(error)
  const { code, responseCode, command } = parts
  const common = {
    code: [code, responseCode || ''].filter(Boolean).join(' '),
    isUncertain: false,
    isConnection: false,
    afterSeconds: null,
    isAfterRecipient: isAfterRecipient(command),
  }
  if (error instanceof BrevoRefusal) {
    const { concern, code, message, afterSeconds, field } = error
    const kind = kindOf(concern, true)
    const isOfThisMail = field === 'to' || concern === 'content'
    return { ...common, kind, concern, code, reason: message, afterSeconds, isAfterRecipient: isOfThisMail }
  }
  const refused = refusalIn(error, parts)
  if (!refused) return { ...common, ...brokenConnection(parts) }
  const { concern, text } = refused
  const isPermanent = responseCode === 0 || responseCode >= 500
  const reason = text.replace(/\s+/g, ' ').slice(0, 500)
  return { ...common, kind: kindOf(concern, isPermanent), concern, reason }
}

function kindOf(concern: Concern, isPermanent: boolean): MailFailure['kind'] {
  if (configurationConcerns.includes(concern)) return 'configuration'
  if (concern === 'quota' || concern === 'temporary') return concern
  if (!isPermanent) return 'temporary'
  return concern === 'policy' ? 'unclear' : 'permanent'
}

/** Returns what the server, or this program on its behalf, refused; null if the connection failed. */
function refusalIn(error: unknown, parts: Parts): { concern: Concern; text: string } | null {
  const { code, responseCode, command, response, originalCode } = parts
  if (error instanceof ConfigurationProblem) return { concern: 'login', text: error.message }
  if (responseCode >= 400 && responseCode < 500) {
    const concern = concernOfReply(response, command)
    const isLasting = configurationConcerns.includes(concern)
    return { concern, text: refusalText(isLasting ? concern : 'temporary', response) }
  }
  if (['EAUTH', 'ENOAUTH', 'EOAUTH2'].includes(code))
    return {
      concern: 'login',
      text: 'Il server SMTP non accetta nome utente o password: controlla la configurazione email.',
    }
  if (code === 'ETLS')
    return {
      concern: 'relay',
      text: 'Il server SMTP non offre una connessione cifrata: controlla host e porta.',
    }
  if (responseCode >= 500) {
    const concern = concernOfReply(response, command)
    return { concern, text: refusalText(concern, response) }
  }
  if (/CERT|SELF_SIGNED|VERIFY|WRONG_VERSION/.test(originalCode))
    return {
      concern: 'relay',
      text: `Il server SMTP non ha un certificato valido, o la porta è sbagliata: controlla host e porta (${originalCode}).`,
    }
  if (code !== 'EENVELOPE') return null
  return parts.message.startsWith('Invalid sender')
    ? { concern: 'sender', text: 'L’indirizzo del mittente non è valido: controlla la configurazione email.' }
    : { concern: 'mailbox', text: 'L’indirizzo del destinatario non è valido.' }
}

const refusalTexts: Record<Concern, string> = {
  sender:
    'Il server di posta non accetta il mittente: correggi l’email del mittente, o falla autorizzare da chi gestisce il server',
  relay:
    'Il server di posta non accetta email da questo sito: controlla host, utente e password, o chiedi a chi gestisce il server',
  login: 'Il server di posta vuole nome utente e password: controlla la configurazione email',
  quota: 'Il server di posta ha raggiunto il suo limite di invii, si riprova più tardi',
  mailbox: 'Il server di posta rifiuta il destinatario',
  content: 'Il server di posta rifiuta il messaggio',
  policy: 'Il server di posta rifiuta l’email per una sua regola',
  temporary: 'Il server di posta chiede di riprovare più tardi',
}

/** The panel adds sentences to reasons that may concern all mails, so these reasons end with a full stop. */
const refusalText = (concern: Concern, response: string) =>
  mayConcernAll(concern)
    ? `${refusalTexts[concern]}. Ha risposto: «${response}».`
    : `${refusalTexts[concern]}: ${response}`

type Broken = Pick<MailFailure, 'kind' | 'concern' | 'reason' | 'isUncertain' | 'isConnection'>

function brokenConnection({ code, syscall, timeoutType }: Parts): Broken {
  const broken = (reason: string, isUncertain = false): Broken => ({
    kind: 'temporary',
    concern: null,
    isConnection: true,
    reason,
    isUncertain,
  })
  if (code === 'EDNS' || syscall === 'getaddrinfo')
    return broken('Il server SMTP non si trova: controlla l’host nella configurazione email.')
  if (
    syscall === 'connect' ||
    ['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT'].includes(timeoutType)
  )
    return broken('Il server SMTP non risponde.')
  if (code === 'EABORT')
    return broken('L’invio è stato interrotto: durava troppo, o il servizio si è fermato.', true)
  return broken('La connessione con il server SMTP si è interrotta durante l’invio.', true)
}

/** Properties of the errors of nodemailer and Node. */
interface Parts {
  message: string
  code: string
  /** Code of the system's or OpenSSL's error, if nodemailer has replaced it. */
  originalCode: string
  responseCode: number
  command: string
  response: string
  syscall: string
  timeoutType: string
}

function partsOf(error: unknown): Parts {
  const given: Partial<Parts> = error instanceof Error ? error : {}
  const text = (name: Exclude<keyof Parts, 'responseCode'>) => given[name] ?? ''
  return {
    message: text('message'),
    code: text('code'),
    originalCode: text('originalCode'),
    responseCode: given.responseCode ?? 0,
    command: text('command'),
    response: text('response'),
    syscall: text('syscall'),
    timeoutType: text('timeoutType'),
  }
}
