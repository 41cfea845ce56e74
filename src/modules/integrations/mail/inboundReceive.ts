import type { Context } from '../../../kernel/context.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { handle } from '../../../kernel/message.ts'
import type { Secrets } from '../../../platform/secret.ts'
import { ReceiveMails } from './inbound.contract.ts'
import { matchOf, storeInboundMail } from './inbound.writes.ts'

const webhookName = 'brevo inbound'

/** Returns the URL for mails from customers, which ends with the token. */
export const inboundAddress = ({ secrets, site }: Context) =>
  `${site.origin}/api/webhooks/brevo-inbound/${secrets.signatureOf(webhookName)}`

export const isInboundToken = (token: string, secrets: Secrets) => secrets.isSignatureOf(webhookName, token)

export const receiveMails = handle(ReceiveMails, async (tx, { token, mails }, _, { secrets }) => {
  if (!isInboundToken(token, secrets)) throw new HttpError(401, 'Token non valido.')
  for (const mail of mails) await storeInboundMail(tx, mail, await matchOf(tx, mail))
  return {}
})
