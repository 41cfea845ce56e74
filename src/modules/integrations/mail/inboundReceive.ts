import type { Static } from '@sinclair/typebox'
import type { Context } from '../../../kernel/context.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { handle } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import type { Tx } from '../../../platform/db.ts'
import type { Secrets } from '../../../platform/secret.ts'
import { customerReplied } from '../../leads/answers/contract.ts'
import { leadsWithCodes } from '../../leads/answers/queries.ts'
import type { LeadKind } from '../../leads/inbox/contract.ts'
import { attachmentsAnnounced, ReceiveMails } from './inbound.contract.ts'
import { fileProblem } from './inboundFiles.ts'

const webhookName = 'brevo inbound'

/** Returns the URL for mails from customers. Its last part is the token. */
export const inboundAddress = ({ secrets, site }: Context) =>
  `${site.origin}/api/webhooks/brevo-inbound/${secrets.signatureOf(webhookName)}`

export const isInboundToken = (token: string, secrets: Secrets) => secrets.isSignatureOf(webhookName, token)

type Mail = Static<typeof ReceiveMails.input>['mails'][number]

interface Match {
  kind: LeadKind
  id: number
  by: 'message' | 'code'
}

/** Stores each mail once, with the lead to which it belongs. */
export const receiveMails = handle(ReceiveMails, async (tx, { token, mails }, _, { secrets }) => {
  if (!isInboundToken(token, secrets)) throw new HttpError(401, 'Token non valido.')
  for (const mail of mails) await receive(tx, mail)
  return {}
})

async function receive(tx: Tx, mail: Mail): Promise<void> {
  const match = await matchOf(tx, mail)
  const { messageId, fromName, fromAddress, subject, text } = mail
  const [stored] = await tx<[{ id: number; createdAt: Date }?]>`
    insert into inbound_mails (message_id, lead_kind, lead_id, matched_by, from_name, from_address, subject, text)
    values (${messageId}, ${match?.kind ?? null}, ${match?.id ?? null}, ${match?.by ?? null}, ${fromName},
      ${fromAddress}, ${subject}, ${text})
    on conflict (message_id) do nothing returning id, created_at`
  if (!stored) return
  const files = mail.attachments.map((file) => {
    const problem = fileProblem(file)
    return {
      ...{ inbound_mail_id: stored.id, name: file.name, size: file.size, problem },
      download_token: problem ? null : file.downloadToken,
    }
  })
  if (files.length > 0) await tx`insert into inbound_attachments ${tx(files)}`
  if (files.some(({ problem }) => !problem)) await emit(tx, attachmentsAnnounced, { mailId: stored.id })
  if (match)
    await emit(tx, customerReplied, {
      kind: match.kind,
      leadId: match.id,
      at: stored.createdAt.toISOString(),
    })
}

/** The mail to which the customer replied decides, then a code in the subject. */
async function matchOf(tx: Tx, { repliesTo, subject }: Mail): Promise<Match | null> {
  const ids = repliesTo.flatMap((id) => [id.replace(/[<>]/g, ''), `<${id.replace(/[<>]/g, '')}>`])
  const [known] = await tx<[{ kind: LeadKind; id: number }?]>`
    select lead_kind as kind, lead_id as id from email_messages
    where (message_id = any(${ids}) or provider_id = any(${ids})) and purpose in ('reply', 'receipt')
      and lead_kind is not null
    order by email_messages.id desc limit 1`
  if (known) return { ...known, by: 'message' }
  const [coded] = await leadsWithCodes(tx, subject.toUpperCase().match(/\b[2-9A-HJKMNP-Z]{6}\b/g) ?? [])
  return coded ? { ...coded, by: 'code' } : null
}
