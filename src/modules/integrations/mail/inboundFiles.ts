import type { Context } from '../../../kernel/context.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { answer, on } from '../../../kernel/message.ts'
import type { Sql } from '../../../platform/db.ts'
import { brevoOf, readInboundFile } from './brevo.ts'
import { emailSecret } from './emailSecrets.ts'
import { attachmentsAnnounced, ReadInboundAttachment } from './inbound.contract.ts'

const bytesMax = 10 * 1024 * 1024

/** Extensions of files that the worker stores. The server never opens the files, and browsers only download them. */
const endings = /\.(pdf|jpe?g|png|gif|webp|heic|txt|csv|ics|docx|xlsx|odt|ods)$/i

/** Returns why a file is not stored; null if it is stored. */
export function fileProblem({ name, size }: { name: string; size: number }): string | null {
  if (!endings.test(name)) return 'Tipo di file non ammesso.'
  return size > bytesMax ? 'Più grande di 10 MB.' : null
}

/** Fetches the files of a mail from the provider. A retry fetches only the missing files. */
export const storeAttachments = on(
  'integrations:storeAttachments',
  attachmentsAnnounced,
  async ({ mailId }, { read, write, context, isLastTry }) => {
    const files = await write<{ id: number; downloadToken: string }[]>`
      select id, download_token from inbound_attachments
      where inbound_mail_id = ${mailId} and download_token is not null order by id`
    for (const { id, downloadToken } of files)
      try {
        const brevo = brevoOf(await apiKeyOf(read, context), context)
        const bytes = await readInboundFile(brevo, downloadToken, bytesMax)
        const problem = bytes ? null : 'Più grande di 10 MB.'
        await write`
          update inbound_attachments set bytes = ${bytes}, problem = ${problem}, download_token = null where id = ${id}`
      } catch (error) {
        if (!isLastTry) throw error
        await write`
          update inbound_attachments set problem = 'Brevo non ha consegnato il file.', download_token = null
          where id = ${id}`
      }
  },
)

async function apiKeyOf(read: Sql, { secrets }: Context): Promise<string> {
  const [row] = await read<[{ id: number; apiKey: string }?]>`
    select id, api_key from email_configurations where is_active and api_key is not null`
  if (!row) throw new Error('no active configuration has a key of Brevo')
  return secrets.decrypt(row.apiKey, emailSecret.api_key(row.id))
}

export const readInboundAttachment = answer(ReadInboundAttachment, async (read, { id }) => {
  const [file] = await read<[{ name: string; bytes: Buffer }?]>`
    select name, bytes from inbound_attachments where id = ${id} and bytes is not null`
  if (!file) throw new HttpError(404, 'Allegato non trovato.')
  return { name: file.name, base64: file.bytes.toString('base64') }
})
