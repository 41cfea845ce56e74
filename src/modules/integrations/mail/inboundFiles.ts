import type { Context } from '../../../kernel/context.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { answer, on } from '../../../kernel/message.ts'
import type { Sql } from '../../../platform/db.ts'
import { brevoOf, readInboundFile } from './brevo.ts'
import { emailSecret } from './emailSecrets.ts'
import { attachmentsAnnounced, ReadInboundAttachment } from './inbound.contract.ts'

const bytesMax = 10 * 1024 * 1024

const startsWith =
  (start: string, at = 0) =>
  (bytes: Buffer) =>
    bytes.subarray(at, at + start.length).toString('latin1') === start
const isText = (bytes: Buffer) => !bytes.includes(0)
const isZip = startsWith('PK\x03\x04')
const isJpeg = startsWith('\xff\xd8\xff')

/** Checks of the content by extension. The server never opens the files, and browsers only download them. */
const contentOf: Record<string, (bytes: Buffer) => boolean> = {
  pdf: startsWith('%PDF-'),
  jpg: isJpeg,
  jpeg: isJpeg,
  png: startsWith('\x89PNG'),
  gif: startsWith('GIF8'),
  webp: startsWith('WEBP', 8),
  heic: startsWith('ftyp', 4),
  txt: isText,
  csv: isText,
  ics: isText,
  docx: isZip,
  xlsx: isZip,
  odt: isZip,
  ods: isZip,
}

/** Returns why a file is not stored; null if it is stored. `bytes` is null while the provider still has the file. */
export function fileProblem(name: string, size: number, bytes: Buffer | null): string | null {
  const fits = contentOf[/\.([a-z]{3,4})$/i.exec(name)?.[1]?.toLowerCase() ?? '']
  if (!fits) return 'Tipo di file non ammesso.'
  if (size > bytesMax) return 'Più grande di 10 MB.'
  return bytes && !fits(bytes) ? 'Il contenuto non è quello che il nome promette.' : null
}

/** Fetches the files of a mail from the provider. A retry fetches only the missing files. */
export const storeAttachments = on(
  'integrations:storeAttachments',
  attachmentsAnnounced,
  async ({ mailId }, { read, write, context, isLastTry }) => {
    const files = await write<{ id: number; name: string; downloadToken: string }[]>`
      select id, name, download_token from inbound_attachments
      where inbound_mail_id = ${mailId} and download_token is not null order by id`
    for (const { id, name, downloadToken } of files)
      try {
        const brevo = brevoOf(await apiKeyOf(read, context), context)
        const bytes = await readInboundFile(brevo, downloadToken, bytesMax)
        const problem = fileProblem(name, bytes?.length ?? Number.POSITIVE_INFINITY, bytes)
        await write`
          update inbound_attachments set bytes = ${problem ? null : bytes}, problem = ${problem}, download_token = null
          where id = ${id}`
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
