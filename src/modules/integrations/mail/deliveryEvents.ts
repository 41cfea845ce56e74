import type { Context } from '../../../kernel/context.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { handle } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import type { Tx } from '../../../platform/db.ts'
import type { Secrets } from '../../../platform/secret.ts'
import { reportBounces } from './bounces.ts'
import { type Concern, concernOfReport } from './concern.ts'
import { type MailEvent, mailReported, RecordMailEvents } from './deliveryEvents.contract.ts'
import { spellingsOf } from './messageId.ts'

const webhookName = 'brevo webhook'

/** Returns the URL for reports, which ends with the token. Brevo may send the same token as a bearer token too. */
export const webhookAddress = ({ secrets, site }: Context) =>
  `${site.origin}/api/webhooks/brevo/${secrets.signatureOf(webhookName)}`

export const isWebhookToken = (token: string, secrets: Secrets) => secrets.isSignatureOf(webhookName, token)

interface Meaning {
  /** New state of the mail; omitted if the report does not change it. */
  state?: 'delivered' | 'failed'
  note?: string
  /** Subject of a failure if its reason does not name one. */
  concern?: Concern
  /** Note if the reason says that a failure does not concern the mailbox. */
  otherNote?: string
  /** True if Brevo tried to deliver the mail and will not try again, so the customer has to be called. */
  isBounce?: boolean
}

/**
 * Meanings by event name. `otherNames` has further spellings by Brevo. Reports with unknown names are ignored. Brevo
 * retries a deferred mail for 36 hours; then a soft bounce ends it (help.brevo.com, article 209435165).
 */
const meanings = new Map<string, Meaning>([
  ['delivered', { state: 'delivered' }],
  [
    'hard_bounce',
    {
      state: 'failed',
      concern: 'mailbox',
      isBounce: true,
      note: 'L’indirizzo non riceve posta',
      otherNote: 'Il server del destinatario la rifiuta',
    },
  ],
  [
    'soft_bounce',
    {
      state: 'failed',
      concern: 'mailbox',
      isBounce: true,
      note: 'La casella non l’ha accettata e Brevo non riprova più',
      otherNote: 'Il server del destinatario non l’ha accettata e Brevo non riprova più',
    },
  ],
  [
    'invalid_email',
    { state: 'failed', concern: 'mailbox', note: 'L’indirizzo non è valido', isBounce: true },
  ],
  [
    'blocked',
    {
      state: 'failed',
      concern: 'mailbox',
      isBounce: true,
      note: 'Brevo non scrive più a questo indirizzo',
    },
  ],
  // A bounce and a delay that came as mails.
  [
    'returned',
    {
      state: 'failed',
      concern: 'mailbox',
      isBounce: true,
      note: 'È tornata indietro: l’indirizzo non riceve posta',
      otherNote: 'È tornata indietro: il server del destinatario la rifiuta',
    },
  ],
  ['delayed', { note: 'In ritardo: il server del destinatario non l’ha ancora accettata, si riprova' }],
  ['error', { state: 'failed', concern: 'policy', note: 'Brevo non ha potuto inviarla' }],
  ['deferred', { note: 'Consegna rimandata, Brevo riprova' }],
  ['spam', { state: 'delivered', note: 'Il destinatario l’ha segnalata come indesiderata' }],
  ['unsubscribed', { state: 'delivered', note: 'Il destinatario non vuole altre email da Brevo' }],
])
const otherNames = new Map([
  ['hardBounce', 'hard_bounce'],
  ['softBounce', 'soft_bounce'],
  ['invalid', 'invalid_email'],
  ['invalidEmail', 'invalid_email'],
  ['complaint', 'spam'],
  ['unsubscribe', 'unsubscribed'],
])

/** Notes of reports by which Brevo itself refuses to send, not a mail server. */
const ownRefusals: Partial<Record<Concern, string>> = {
  sender: 'Brevo non accetta il mittente: verificalo nel pannello di Brevo',
  login: 'Brevo non invia con questo account: controllalo in Brevo',
  quota: 'I crediti Brevo sono finiti',
}

/** Returns what a failure concerns, how staff read it, and whether the customer has to be called. */
function failureIn(name: string, meaning: Meaning, reason: string) {
  const said = concernOfReport(reason)
  const ownNote = said && (name === 'error' || name === 'blocked') ? ownRefusals[said] : undefined
  if (ownNote) return { concern: said, note: ownNote, isBounce: false }
  const { concern = null, note, otherNote, isBounce = false } = meaning
  if (otherNote === undefined || said === null || said === 'mailbox') return { concern, note, isBounce }
  // After a hard bounce Brevo sends no mail to the address, whatever the reason was.
  return { concern: name === 'hard_bounce' ? concern : ('policy' as const), note: otherNote, isBounce }
}

/**
 * Brevo may send reports twice, late and in any order. The latest report with a state decides the state of the mail.
 * Reports about an earlier send of a resent mail are ignored.
 */
export const recordMailEvents = handle(RecordMailEvents, async (tx, { token, events }, _, { secrets }) => {
  if (!isWebhookToken(token, secrets)) throw new HttpError(401, 'Token non valido.')
  for (const event of events) await record(tx, event)
  return {}
})

/** Records a report of a provider or of a mail server about the mail with one of these ids, if there is one. */
export async function record(tx: Tx, { event, ids, at, reason }: MailEvent): Promise<void> {
  const name = otherNames.get(event) ?? event
  const meaning = meanings.get(name)
  const known = ids.filter(Boolean).flatMap(spellingsOf)
  if (!meaning || known.length === 0) return
  const [mail] = await tx<[{ id: number; hasBounced: boolean }?]>`
    select id, bounced_at is not null as has_bounced from email_messages where provider_id = any(${known}) or message_id = any(${known})
    order by id desc limit 1 for update`
  if (!mail) return
  const said = reason.replace(/\s+/g, ' ').trim().slice(0, 300)
  const [added] = await tx`
    insert into email_events (email_message_id, event, reason, at) values (${mail.id}, ${name}, ${said || null}, ${at})
    on conflict do nothing returning id`
  if (!added) return
  await emit(tx, mailReported, { mailId: mail.id })
  const { concern, note, isBounce } = failureIn(name, meaning, said)
  const lastError = [note, said].filter(Boolean).join(': ') || null
  if (meaning.state) {
    await tx`
      update email_messages set state = ${meaning.state}, last_error = ${lastError}, reported_at = ${at}, updated_at = now(),
        bounced_at = case when ${isBounce} then ${at}::timestamptz end, concern = ${concern}
      where id = ${mail.id} and state <> 'skipped' and (reported_at is null or reported_at <= ${at})`
    if (isBounce !== mail.hasBounced) await reportBounces(tx, [mail.id])
  } else
    await tx`
      update email_messages set last_error = ${lastError}, updated_at = now()
      where id = ${mail.id} and reported_at is null`
}
