import { audit } from '../../../kernel/audit.ts'
import { refusal } from '../../../kernel/httpError.ts'
import type { Caller } from '../../../kernel/message.ts'
import { sitePath } from '../../../kernel/sitePath.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import type { Upload } from './contract.ts'
import { pictureUploaded } from './contract.ts'
import { pictureOf } from './picture.ts'
import { addressOf, findPicture } from './pictures.queries.ts'
import { variantsOf } from './variants.ts'

/** Stores a picture. If it is already stored, its retention period starts again (unusedPictures.ts). */
export async function storePicture(tx: Tx, bytes: Buffer, caller: Caller): Promise<Upload> {
  const { hash, webp, width, height } = await pictureOf(bytes)
  await tx`
    insert into uploads (hash, webp, width, height, uploaded_by)
    values (${hash}, ${webp}, ${width}, ${height}, ${caller.name})
    on conflict (hash) do update set kept_until = excluded.kept_until`
  const stored = { url: addressOf(hash), width, height, bytes: webp.length }
  await audit(tx, caller, pictureUploaded, `uploads/${hash}`, null, stored)
  return stored
}

interface Wanted {
  /** Form field for error messages. */
  field: string
  siteOrigin: string
}

/**
 * Throws HttpError 422, and the errors of `pictureOf` for a `data:` picture. Refuses pictures on other sites, which
 * would reveal each visitor to those sites.
 */
export async function pictureAddress(
  tx: Tx,
  value: string | null | undefined,
  caller: Caller,
  { field, siteOrigin }: Wanted,
): Promise<string | null> {
  if (!value) return null
  if (value.startsWith('data:')) {
    const [, base64] = value.match(/^data:image\/[a-z+.-]+;base64,([A-Za-z0-9+/=\s]+)$/) ?? []
    if (!base64) throw refusal(field, 'Questa immagine non si può leggere: caricala come file.')
    return (await storePicture(tx, Buffer.from(base64, 'base64'), caller)).url
  }
  const isWhole = value.startsWith('/') || value.startsWith(`${siteOrigin}/`)
  const path = isWhole ? sitePath(value, siteOrigin) : null
  if (path === null || path === '/' || path.length > 500)
    throw refusal(field, 'Sono ammesse solo immagini di questo sito: scarica l’immagine e caricala qui.')
  if (path.startsWith('/media/') && !(await findPicture(tx, path)))
    throw refusal(field, 'Questa immagine non c’è: caricala di nuovo.')
  return path
}

export async function storeVariants(write: Sql, hash: string): Promise<void> {
  const [picture] = await write<[{ webp: Buffer; width: number }?]>`
    select webp, width from uploads where hash = ${hash}`
  if (!picture) return
  const stored = await write<{ name: string }[]>`select name from picture_variants where hash = ${hash}`
  const known = new Set(stored.map(({ name }) => name))
  for await (const { name, bytes } of variantsOf(picture.webp, picture.width, known))
    await write`
      insert into picture_variants (hash, name, bytes) select hash, ${name}, ${bytes} from uploads where hash = ${hash}
      on conflict do nothing`
}
