import { setTimeout as sleep } from 'node:timers/promises'
import { audit, told } from '../../../kernel/audit.ts'
import type { Context } from '../../../kernel/context.ts'
import { edit } from '../../../kernel/edit.ts'
import { isMask } from '../../../kernel/field.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { handle } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import type { Secrets } from '../../../platform/secret.ts'
import { isUsableHost, privateHostMessage } from '../mailServer.ts'
import {
  CreateEmailConfiguration,
  DeleteEmailConfiguration,
  type EmailConfigurationForm,
  type EmailMessage,
  emailConfigurationChanged,
  emailConfigurationCreated,
  emailConfigurationDeleted,
  emailMessageResent,
  failedMessagesResent,
  ResendEmailMessage,
  ResendFailedMessages,
  SaveEmailConfiguration,
  type WaitingChoice,
} from './contract.ts'
import { emailSecret } from './emailSecrets.ts'
import { waitForMails } from './outcome.queries.ts'
import { queueMail } from './queue.ts'
import { probeWith } from './refusal.ts'
import { isRefused, mayBeResent, replanMails, replanRefused } from './resending.ts'
import type { ConfigurationRow } from './storedMails.ts'
import {
  configurationColumns,
  findConfiguration,
  messageColumns,
  toConfiguration,
  toMessage,
} from './storedMails.ts'
import { holdMail } from './waiting.ts'

export const createEmailConfiguration = handle(
  CreateEmailConfiguration,
  async (tx, form, caller, context) => {
    await refusePrivateHost(form, null, context)
    await lockConfigurations(tx)
    // The encryption includes the row's id, so this query takes the id from the sequence before the insert.
    const [{ id }] = await tx<[{ id: number }]>`
    select nextval(pg_get_serial_sequence('email_configurations', 'id')) as id`
    if (form.isActive) await deactivateOthers(tx, id)
    if (form.isActive) await replanRefused(tx, context)
    const held = form.isActive ? await holdMail(tx, form.waiting) : 0
    const [row] = await tx<[ConfigurationRow]>`
    insert into email_configurations ${tx({ id, ...columnsOf(form), ...secretsOf(form, id, context.secrets) })}
    returning ${configurationColumns(tx)}`
    const created = toConfiguration(row, context)
    await audit(tx, caller, emailConfigurationCreated, `email_configurations/${id}`, null, {
      ...created,
      ...heldOf(form, held),
    })
    await emit(tx, emailConfigurationChanged, { configurationId: id })
    return created
  },
)

const editedConfiguration = {
  table: 'email_configurations',
  find: mustFind,
  lockFirst: lockConfigurations,
  // An image would contain the secrets.
  act: null,
}

export const saveEmailConfiguration = edit(
  SaveEmailConfiguration,
  editedConfiguration,
  async (tx, form, caller, before, context) => {
    await refusePrivateHost(form, before, context)
    if (form.isActive) await deactivateOthers(tx, form.id)
    if (form.isActive) await replanRefused(tx, context)
    const held = form.isActive && !(await isSending(tx, form.id)) ? await holdMail(tx, form.waiting) : 0
    const columns = { ...columnsOf(form), ...secretsOf(form, form.id, context.secrets) }
    // Clears the provider's refusal, which concerned the previous configuration.
    const [row] = await tx<[ConfigurationRow]>`
      update email_configurations set ${tx(columns)}, updated_at = now(), refused_at = null, refusal = null,
        probe_id = null
      where id = ${form.id}
      returning ${configurationColumns(tx)}`
    const after = toConfiguration(row, context)
    const subject = `email_configurations/${form.id}`
    const changed = told(emailConfigurationChanged, { configurationId: form.id })
    const shown = { ...after, ...heldOf(form, held) }
    await audit(tx, caller, changed, subject, toConfiguration(before, context), shown)
    return after
  },
)

export const deleteEmailConfiguration = handle(
  DeleteEmailConfiguration,
  async (tx, { id }, caller, context) => {
    const before = await mustFind(tx, id)
    await tx`delete from email_configurations where id = ${id}`
    const subject = `email_configurations/${id}`
    await audit(tx, caller, emailConfigurationDeleted, subject, toConfiguration(before, context), null)
    await emit(tx, emailConfigurationChanged, { configurationId: id })
    return {}
  },
)

/** Resends a mail, even while the provider refuses the configuration. The mail gets all its attempts again. */
export const resendEmailMessage = handle(
  ResendEmailMessage,
  async (tx, { id }, caller, context) => {
    // All transactions lock the configuration before the mails, which prevents deadlocks.
    await probeWith(tx, id)
    const [before] = await tx<
      [{ state: EmailMessage['state']; providerId: string | null; isJustSent: boolean }?]
    >`
      select state, provider_id,
        state in ('sent', 'delivered') and sent_at > now() - make_interval(secs => ${repeatSeconds}) as is_just_sent
      from email_messages where id = ${id} for update`
    if (!before) throw new HttpError(404, 'Email non trovata.')
    if (before.state === 'sending') throw new HttpError(409, 'Questa email è in invio: attendi l’esito.')
    const { state, providerId, isJustSent } = before
    if (!isJustSent) {
      await replanMails(tx, [id], context)
      await queueMail(tx, [{ id }])
      await audit(tx, caller, emailMessageResent, `email_messages/${id}`, { state, providerId }, null)
    }
    return toMessage(await messageRow(tx, id))
  },
  {
    async report(read, _output, { id }) {
      await waitForMails(read, [id])
      return toMessage(await messageRow(read, id))
    },
  },
)

/** For this many seconds after a mail was sent, `resendEmailMessage` does nothing. */
const repeatSeconds = 60

async function messageRow(sql: Sql | Tx, id: number): Promise<Parameters<typeof toMessage>[0]> {
  const [row] = await sql<[Parameters<typeof toMessage>[0]?]>`
    select ${messageColumns(sql)} from email_messages where id = ${id}`
  if (!row) throw new HttpError(404, 'Email non trovata.')
  return row
}

/**
 * Resends the failed mails that may now be accepted, and retries the waiting mails that were refused. While the provider
 * refuses the configuration, the first of them tests at once whether it still does.
 */
export const resendFailedMessages = handle(ResendFailedMessages, async (tx, _input, caller, context) => {
  const isMeant = tx`(${mayBeResent(tx)} or ${isRefused(tx)})`
  const [first] = await tx<[{ id: number }?]>`
      select id from email_messages where ${isMeant} order by id limit 1`
  if (!first) return { resent: 0 }
  // All transactions lock the configuration before the mails, which prevents deadlocks.
  await probeWith(tx, first.id)
  const rows = await tx<{ id: number }[]>`
      select id from email_messages where ${isMeant} order by id for update`
  await replanMails(
    tx,
    rows.map(({ id }) => id),
    context,
  )
  await queueMail(tx, rows)
  await audit(tx, caller, failedMessagesResent, 'email_messages', null, {
    resent: rows.length,
  })
  return { resent: rows.length }
})

function heldOf({ waiting }: { waiting: WaitingChoice }, held: number): object {
  return held > 0 ? { waiting, held } : {}
}

const lookupMs = 1_500

/** Throws HttpError 422 if the form activates an SMTP server to which the worker sends no mail (`isUsableHost`). */
async function refusePrivateHost(
  { isActive, apiKey, smtpHost }: EmailConfigurationForm,
  before: ConfigurationRow | null,
  context: Context,
): Promise<void> {
  const isByApi = Boolean(apiKey || before?.apiKey)
  if (!isActive || isByApi || !smtpHost) return
  // A slow name server must not delay the save. The worker resolves the name again before it opens a connection.
  const isUsable = await Promise.race([
    isUsableHost(context, smtpHost),
    sleep(lookupMs, true, { ref: false }),
  ])
  if (!isUsable)
    throw new HttpError(422, privateHostMessage, {
      errors: [
        {
          path: 'smtpHost',
          message:
            'È un indirizzo di rete privata: se il server è vostro, chi gestisce il sito deve dichiararlo in SMTP_PRIVATE_HOSTS',
        },
      ],
    })
}

/** Locks the configurations. Otherwise two concurrent commands could leave two active configurations. */
async function lockConfigurations(tx: Tx): Promise<void> {
  await tx`lock table email_configurations in share row exclusive mode`
}

async function deactivateOthers(tx: Tx, id: number): Promise<void> {
  await tx`update email_configurations set is_active = false, updated_at = now() where is_active and id <> ${id}`
}

function columnsOf(form: EmailConfigurationForm) {
  return {
    service_name: form.serviceName,
    is_active: form.isActive,
    smtp_host: form.smtpHost || null,
    smtp_port: form.smtpPort,
    smtp_username: form.smtpUsername || null,
    from_email: form.fromEmail,
    from_name: form.fromName,
    reply_to_email: form.replyToEmail || null,
    webhook_url: form.webhookUrl || null,
    daily_limit: form.dailyLimit ?? null,
  }
}

/** Returns columns only for the secrets that staff entered. */
function secretsOf(
  { apiKey, smtpPassword }: EmailConfigurationForm,
  rowId: number,
  secrets: Secrets,
): Record<string, string> {
  const typed = [
    ['api_key', apiKey],
    ['smtp_password', smtpPassword],
  ] as const
  const encrypted: Record<string, string> = {}
  for (const [column, text] of typed)
    if (text && !isMask(text)) encrypted[column] = secrets.encrypt(text, emailSecret[column](rowId))
  return encrypted
}

/**
 * Returns whether mail works now. If it does, waiting mails leave on their own, so a save must not hold them.
 */
async function isSending(tx: Tx, id: number): Promise<boolean> {
  const rows = await tx`
    select from email_configurations where id = ${id} and is_active and refused_at is null`
  return rows.length > 0
}

async function mustFind(tx: Tx, id: number): Promise<ConfigurationRow> {
  const row = await findConfiguration(tx, id)
  if (!row) throw new HttpError(404, 'Configurazione email non trovata.')
  return row
}
