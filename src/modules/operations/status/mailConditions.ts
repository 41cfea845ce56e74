import { numberText, shortMoment } from '../../../kernel/italianFormats.ts'
import type { Sql } from '../../../platform/db.ts'
import { dailyLimitOf, mailsToday } from '../../integrations/mail/dailyLimit.queries.ts'
import { findMailbox } from '../../integrations/mailbox/replyMailbox.queries.ts'
import { broken, conditionGroup, type Judgement, warning, well } from './condition.ts'
import { type Health, refusedMailDays, stuckMailMinutes } from './health.queries.ts'

/** Number of waiting mails from which the mail server, and not one recipient, is the cause. */
const manyStuckMails = 20
const nearLimitPercent = 80

export const mailConditions = conditionGroup('stored', ({ health }) => health(), [
  {
    id: 'mail',
    name: 'Email',
    check: 'mail',
    counts: 'Mails that wait because no mail can be sent',
    judge: judgeSending,
  },
  {
    id: 'mailsStuck',
    name: 'Email in attesa',
    check: 'waiting mails',
    counts: `Mails that the mail server has not accepted for ${stuckMailMinutes} minutes`,
    judge: judgeStuck,
  },
  {
    id: 'mailsHeld',
    name: 'Email trattenute',
    check: 'held mails',
    counts: 'Mails that staff have to send or drop',
    judge: judgeHeld,
  },
  {
    id: 'mailsFailed',
    name: 'Email respinte',
    check: 'refused mails',
    counts: `Mails that failed permanently in the last ${refusedMailDays} days`,
    judge: judgeFailed,
  },
])

/** Gives an error without a configuration only if mails wait, because a new installation has none. */
function judgeSending({ mail }: Health): Judgement {
  const { queued, lastSentAt, refusal, refusedAt } = mail
  if (!mail.isConfigured)
    return (queued > 0 ? broken : warning)({
      count: queued,
      text: `Nessuna configurazione attiva: le richieste arrivano solo nel pannello${queued > 0 ? `, ${numberText(queued)} in attesa` : ''}`,
      repair: 'Apri Brevo Email e attiva una configurazione: scegli lì quali email in attesa partono.',
      english: `no configuration is active, ${queued} mails wait`,
      remedy: 'Activate one in the panel, under Brevo Email: waiting mails are then sent.',
    })
  if (refusal !== null)
    return broken({
      count: queued,
      text: `${refusal} Le email non partono${refusedAt ? ` dal ${shortMoment(refusedAt)}` : ''}${queued > 0 ? `: ${numberText(queued)} in attesa` : ''}.`,
      repair:
        'Correggi la configurazione in Brevo Email e salvala: le email in attesa partono subito. Si riprova da soli ogni pochi minuti.',
      english: `refused by the provider since ${refusedAt?.toISOString()}, ${queued} mails wait: ${refusal}`,
      remedy: 'Correct the configuration in the panel, under Brevo Email: saving it sends the waiting mails.',
    })
  return well(
    lastSentAt ? `Ultima inviata ${shortMoment(lastSentAt)}` : 'Pronta a inviare',
    `configured, ${queued} waiting, ${lastSentAt ? `the last sent ${lastSentAt.toISOString()}` : 'none sent yet'}`,
  )
}

/** While the provider refuses the configuration all mails wait, which `mail` says. */
function judgeStuck({ mail: { stuck, stuckReason, refusal } }: Health): Judgement {
  if (stuck === 0 || refusal !== null) return well('Nessuna da molto', 'none for long')
  return (stuck > manyStuckMails ? broken : warning)({
    count: stuck,
    text: `Da più di ${stuckMailMinutes} minuti: ${numberText(stuck)}. ${stuckReason ?? ''}`.trim(),
    repair: 'Si riprova da soli; apri Email Inviate e leggi il motivo.',
    english: `${stuck} not accepted for more than ${stuckMailMinutes} minutes: ${stuckReason}`,
    remedy: 'See the panel, under Email Inviate; the worker retries them.',
  })
}

function judgeHeld({ mail: { held } }: Health): Judgement {
  if (held === 0) return well('Nessuna', 'none')
  return warning({
    count: held,
    text: `Aspettano una scelta: ${numberText(held)}`,
    repair: 'Apri Email Inviate e scegli se inviarle o scartarle.',
    english: `${held} wait for staff to send or drop them`,
    remedy: 'Send or drop them in the panel, under Email Inviate.',
  })
}

function judgeFailed({ mail: { failed } }: Health): Judgement {
  if (failed === 0) return well('Nessuna', `none in the last ${refusedMailDays} days`)
  return warning({
    count: failed,
    text: `Negli ultimi ${refusedMailDays} giorni: ${numberText(failed)}`,
    repair: 'Apri Email Inviate e leggi il motivo.',
    english: `${failed} in the last ${refusedMailDays} days`,
    remedy: 'Read why in the panel, under Email Inviate.',
  })
}

interface Day {
  sent: number
  /** Null for no limit. */
  limit: number | null
  /** Mails that wait for the next day. */
  waiting: number
}

export const dailyConditions = conditionGroup('stored', ({ read }) => readDay(read), [
  {
    id: 'mailLimit',
    name: 'Email di oggi',
    check: 'daily limit',
    counts: 'Mails sent today',
    judge: judgeDay,
  },
])

async function readDay(read: Sql): Promise<Day> {
  const [[sender], { sent }, [{ waiting }]] = await Promise.all([
    read<[Parameters<typeof dailyLimitOf>[0]?]>`
      select api_key, smtp_host, daily_limit from email_configurations where is_active`,
    mailsToday(read),
    read<[{ waiting: number }]>`
      select count(*) as waiting from email_messages
      where state = 'planned' and last_error like 'Il limite di %'`,
  ])
  return { sent, waiting, limit: sender ? dailyLimitOf(sender) : null }
}

function judgeDay({ sent, limit, waiting }: Day): Judgement {
  const more = waiting > 0 ? `; ${numberText(waiting)} in attesa di domani` : ''
  const moreEnglish = waiting > 0 ? `, ${waiting} wait for tomorrow` : ''
  if (limit === null)
    return well(
      `${numberText(sent)}, senza limite${more}`,
      `${sent} sent today, no limit${moreEnglish}`,
      sent,
    )
  const text = `${numberText(sent)} di ${numberText(limit)}${more}`
  const english = `${sent} of ${limit} sent today${moreEnglish}`
  if (sent * 100 < limit * nearLimitPercent) return well(text, english, sent)
  return warning({
    count: sent,
    text,
    english,
    repair:
      sent >= limit
        ? 'Le email delle richieste partono lo stesso, il resto domani, in ordine; oppure alza il limite in Brevo Email.'
        : 'Ci si avvicina al limite: oltre, il resto parte domani.',
    remedy: 'Mails about requests are sent nevertheless, others tomorrow. Raise the limit under Brevo Email.',
  })
}

interface Replies {
  /** Undefined if no mailbox is read. */
  mailbox: { readAt: Date | null } | undefined
  unreadable: number
}

export const replyConditions = conditionGroup('stored', ({ read }) => readReplies(read), [
  {
    id: 'replies',
    name: 'Casella delle risposte',
    check: 'replies',
    counts: 'Mails of customers that the worker could not read',
    judge: judgeReplies,
  },
])

async function readReplies(read: Sql): Promise<Replies> {
  const mailbox = await findMailbox(read)
  if (!mailbox?.isActive) return { mailbox: undefined, unreadable: 0 }
  const [{ unreadable }] = await read<[{ unreadable: number }]>`
    select count(*) as unreadable from unreadable_mails`
  return { mailbox, unreadable }
}

function judgeReplies({ mailbox, unreadable }: Replies): Judgement | null {
  if (!mailbox) return null
  const { readAt } = mailbox
  if (unreadable === 0)
    return well(
      readAt ? `Letta ${shortMoment(readAt)}` : 'La prima lettura arriva entro un minuto',
      readAt ? `read ${readAt.toISOString()}` : 'not read yet',
    )
  return warning({
    count: unreadable,
    text: `Messaggi che non si leggono: ${numberText(unreadable)}`,
    repair: 'Apri la casella e leggili lì; poi premi Letto nella casella, oppure Riprova.',
    english: `${unreadable} mails cannot be read`,
    remedy: 'Read them in the mailbox, then settle them in the panel, under Stato del Sistema.',
  })
}
