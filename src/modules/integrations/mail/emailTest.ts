import type { Context } from '../../../kernel/context.ts'
import { isMask } from '../../../kernel/field.ts'
import { HttpError, refusal } from '../../../kernel/httpError.ts'
import { answer } from '../../../kernel/message.ts'
import type { Sql } from '../../../platform/db.ts'
import { ConfigurationProblem } from '../mailServer.ts'
import { brevoOf, readBrevoAccount, sendByBrevo } from './brevo.ts'
import { defaultSmtpHost, type EmailConfigurationForm } from './contract.ts'
import { emailSecret } from './emailSecrets.ts'
import { failureOf } from './failure.ts'
import { newMessageId } from './messageId.ts'
import type { MailSample } from './samples.contract.ts'
import { listMailSamples } from './samples.ts'
import { tryTransport } from './smtp.ts'
import { findConfiguration } from './storedMails.ts'
import { html, paragraphs } from './templates.ts'
import { type Outcome, SendTestEmail, TestEmailConfiguration } from './trials.contract.ts'

type Tried = EmailConfigurationForm & { id?: number | null | undefined }

export const testEmailConfiguration = answer(TestEmailConfiguration, (read, form, _, context) =>
  outcomeOf(async () => {
    const secrets = await secretsOf(read, form, context)
    const said = await Promise.all([
      ...(isByApi(secrets) ? [tryApi(secrets.apiKey, context)] : []),
      ...(isBySmtp(form, secrets) ? [trySmtp(form, secrets, context)] : []),
    ])
    return said.join(' ')
  }),
)

export const sendTestEmail = answer(SendTestEmail, (read, { to, ...form }, caller, context) =>
  outcomeOf(async () => {
    const { origin } = context.site
    const secrets = await secretsOf(read, form, context)
    const { items } = await listMailSamples.answer(read, {}, caller, context)
    const receipts = items.filter(({ kind }) => kind === 'request')
    const intro = [
      `Questa è un’email di prova inviata dal pannello di ${origin}.`,
      'Se la leggi, l’invio funziona. Qui sotto c’è la ricevuta di una richiesta inventata, come la riceve un cliente in ogni lingua.',
    ]
    const mail = {
      from: { name: form.fromName, address: form.fromEmail },
      replyTo: { name: '', address: form.replyToEmail || form.fromEmail },
      subject: 'Email di prova',
      text: [...intro, ...receipts.map(({ subject, text }) => `\n* ${subject}\n\n${text}`)].join('\n'),
      html: paragraphs(...intro) + receipts.map(receiptHtml).join(''),
      messageId: newMessageId(context.site),
    }
    if (isByApi(secrets)) {
      if (isBySmtp(form, secrets)) await trySmtp(form, secrets, context)
      await sendByBrevo(brevoOf(secrets.apiKey, context), { ...mail, to })
    } else
      await withTransport(form, secrets, context, (transport) =>
        transport.sendMail({ ...mail, to: { name: '', address: to } }),
      )
    return `Email di prova consegnata al server di posta per ${to}.`
  }),
)

const receiptHtml = ({ language, subject, text }: MailSample) =>
  `<hr><div lang="${language}"><h2>${html(subject)}</h2><p style="white-space:pre-line">${html(text)}</p></div>`

async function tryApi(apiKey: string, context: Context): Promise<string> {
  const { email, credits } = await readBrevoAccount(brevoOf(apiKey, context))
  return `Connesso a Brevo come ${email}${credits === null ? '' : `, crediti residui ${credits}`}.`
}

async function trySmtp(form: Tried, secrets: Typed, context: Context): Promise<string> {
  const host = form.smtpHost || defaultSmtpHost
  if (!form.smtpUsername && secrets.smtpPassword)
    throw new ConfigurationProblem('Inserisci lo Username SMTP: senza, la password non viene usata.')
  await withTransport(form, secrets, context, (transport) => transport.verify())
  return form.smtpUsername
    ? `Il server ${host} risponde e accetta le credenziali.`
    : `Il server ${host} risponde; senza Username SMTP non è stata provata nessuna password.`
}

async function withTransport(
  form: Tried,
  { smtpPassword }: Typed,
  context: Context,
  work: (transport: Awaited<ReturnType<typeof tryTransport>>) => Promise<unknown>,
): Promise<void> {
  const transport = await tryTransport(context, {
    id: 0,
    version: '',
    host: form.smtpHost || defaultSmtpHost,
    port: form.smtpPort,
    username: form.smtpUsername || null,
    password: smtpPassword,
  })
  try {
    await work(transport)
  } finally {
    transport.close()
  }
}

/** Throws only HttpError. */
async function outcomeOf(attempt: () => Promise<string>): Promise<Outcome> {
  try {
    return { success: true, message: await attempt() }
  } catch (error) {
    if (error instanceof HttpError) throw error
    return { success: false, message: failureOf(error).reason }
  }
}

/** Decrypted or entered secrets. */
interface Typed {
  apiKey: string | null
  smtpPassword: string | null
}

function isByApi(secrets: Typed): secrets is Typed & { apiKey: string } {
  return secrets.apiKey !== null
}

/** Returns whether the test includes SMTP: if there is no API key, or if staff entered an SMTP password. */
function isBySmtp({ smtpPassword: typed }: Tried, secrets: Typed): boolean {
  return !isByApi(secrets) || Boolean(typed && !isMask(typed))
}

/**
 * Replaces empty and masked secrets by the stored secrets. Throws HttpError 422 if staff must enter a secret
 * again, 409 if no key decrypts the stored secret.
 */
async function secretsOf(read: Sql, form: Tried, { secrets }: Context): Promise<Typed> {
  const row = form.id ? await findConfiguration(read, form.id) : undefined
  const pick = (
    typed: string | null | undefined,
    column: 'api_key' | 'smtp_password',
    encrypted: string | null,
  ) => {
    if (typed && !isMask(typed)) return typed
    if (!row && typed)
      throw new HttpError(422, 'Questa configurazione non è salvata: inserisci di nuovo chiave e password.', {
        errors: [
          { path: column === 'api_key' ? 'apiKey' : 'smtpPassword', message: 'Inserisci il valore completo' },
        ],
      })
    if (!row || !encrypted) return null
    if (column === 'smtp_password' && (form.smtpHost || '') !== (row.smtpHost || ''))
      throw refusal('smtpPassword', 'Il server SMTP è cambiato: inserisci di nuovo la password.')
    try {
      return secrets.decrypt(encrypted, emailSecret[column](row.id))
    } catch {
      throw new HttpError(
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
