import { randomUUID } from 'node:crypto'
import type { Sql } from '../../db.ts'
import { isMask } from '../../field.ts'
import { answer } from '../../message.ts'
import { Refused } from '../../refused.ts'
import { open } from '../../secret.ts'
import { siteOrigin } from '../../site.ts'
import { readBrevoAccount, sendByBrevo } from './brevo.ts'
import { type Outcome, SendTestEmail, TestEmailConfiguration } from './contract.trials.ts'
import type { EmailConfigurationForm } from './contract.ts'
import { emailSecret } from './emailSecrets.ts'
import { failureOf } from './failure.ts'
import { defaultSmtpHost } from './mailer.ts'
import { type ConfigurationRow, findConfiguration } from './queries.ts'
import { tryTransport } from './transport.ts'

type Tried = EmailConfigurationForm & { id?: number | null | undefined }

export const testEmailConfiguration = answer(TestEmailConfiguration, (read, form) =>
  outcomeOf(async () => {
    const secrets = await secretsOf(read, form)
    if (isByApi(secrets)) {
      const { email, credits } = await readBrevoAccount(secrets.apiKey)
      return `Connesso a Brevo come ${email}${credits === null ? '' : `, crediti residui ${credits}`}.`
    }
    const transport = await tryTransport(smtpOf(form, secrets))
    try {
      await transport.verify()
    } finally {
      transport.close()
    }
    return `Il server ${form.smtpHost || defaultSmtpHost} risponde e accetta le credenziali.`
  }),
)

export const sendTestEmail = answer(SendTestEmail, (read, { to, ...form }) =>
  outcomeOf(async () => {
    const secrets = await secretsOf(read, form)
    const mail = {
      from: { name: form.fromName, address: form.fromEmail },
      replyTo: { name: '', address: form.replyToEmail || form.fromEmail },
      subject: 'Email di prova',
      text: `Questa è un’email di prova inviata dal pannello di ${siteOrigin()}.\nSe la leggi, l’invio funziona.`,
      html: `<p>Questa è un’email di prova inviata dal pannello di ${siteOrigin()}.</p><p>Se la leggi, l’invio funziona.</p>`,
      messageId: `<${randomUUID()}@${new URL(siteOrigin()).hostname}>`,
    }
    if (isByApi(secrets)) await sendByBrevo(secrets.apiKey, { ...mail, to })
    else {
      const transport = await tryTransport(smtpOf(form, secrets))
      try {
        await transport.sendMail({ ...mail, to: { name: '', address: to } })
      } finally {
        transport.close()
      }
    }
    return `Email di prova consegnata al server di posta per ${to}.`
  }),
)

/** A server that says no is an outcome, not an error; what it said is put into words for staff. */
async function outcomeOf(attempt: () => Promise<string>): Promise<Outcome> {
  try {
    return { success: true, message: await attempt() }
  } catch (error) {
    if (error instanceof Refused) throw error
    return { success: false, message: failureOf(error).reason }
  }
}

interface Secrets {
  apiKey: string | null
  smtpPassword: string | null
}

/** Brevo's HTTP API is used wherever a key is given. */
function isByApi(secrets: Secrets): secrets is Secrets & { apiKey: string } {
  return secrets.apiKey !== null
}

function smtpOf(form: Tried, { smtpPassword }: Secrets) {
  return {
    id: 0,
    version: '',
    host: form.smtpHost || defaultSmtpHost,
    port: form.smtpPort,
    username: form.smtpUsername || null,
    password: smtpPassword,
  }
}

/** What was typed; where nothing or a mask was, what is stored, which goes to no other server than the stored one. */
async function secretsOf(read: Sql, form: Tried): Promise<Secrets> {
  const row = await storedFor(read, form)
  const pick = (
    typed: string | null | undefined,
    column: 'api_key' | 'smtp_password',
    sealed: string | null,
  ) => {
    if (typed && !isMask(typed)) return typed
    if (!row || !sealed) return null
    if (column === 'smtp_password' && (form.smtpHost || '') !== (row.smtpHost || ''))
      throw new Refused(422, 'Il server SMTP è cambiato: inserisci di nuovo la password.', {
        errors: [{ path: 'smtpPassword', message: 'Il server è cambiato: inseriscila di nuovo' }],
      })
    try {
      return open(sealed, emailSecret[column](row.id))
    } catch {
      throw new Refused(
        409,
        'Il segreto salvato non si può leggere con la chiave attuale: inseriscilo di nuovo.',
      )
    }
  }
  return {
    apiKey: pick(form.apiKey, 'api_key', row?.apiKey ?? null),
    smtpPassword: pick(form.smtpPassword, 'smtp_password', row?.smtpPassword ?? null),
  }
}

async function storedFor(read: Sql, { id }: Tried): Promise<ConfigurationRow | undefined> {
  if (id) return findConfiguration(read, id)
  const [only, other] = await read<{ id: number }[]>`
    select id from email_configurations order by is_active desc, id limit 2`
  return only && !other ? findConfiguration(read, only.id) : undefined
}
