import type { Sql, Tx } from '../../../platform/db.ts'

export const addressOf = (hash: string) => `/media/${hash}.webp`
const hashIn = (address: string) => address.match(/^\/media\/([0-9a-f]{32})\.webp$/)?.[1]

/** Widths of the variants in pixels, for phones and for screens of double density. */
const widths = [480, 800, 1200, 1600]
export const widthMin = 480

export const widthsOf = (width: number) => widths.filter((one) => one <= width)

export const baseOf = (hash: string) => `/media/${hash}`

const contentTypes = { webp: 'image/webp', avif: 'image/avif', jpg: 'image/jpeg' }

interface Upload {
  bytes: Buffer
  contentType: string
}

/** Returns a picture (`/media/<hash>.webp`) or a variant (`/media/<hash>-800.avif`, `/media/<hash>-social.jpg`). */
export async function findUpload(read: Sql, path: string): Promise<Upload | null> {
  const [, hash, variant, format] =
    path.match(/^\/media\/([0-9a-f]{32})(?:-(\d{3,4}|social))?\.(webp|avif|jpg)$/) ?? []
  if (!hash) return null
  const [row] = variant
    ? await read<[{ bytes: Buffer }?]>`
        select bytes from picture_variants where hash = ${hash} and name = ${`${variant}.${format}`}`
    : await read<[{ bytes: Buffer }?]>`
        select webp as bytes from uploads where hash = ${hash} and ${format === 'webp'}`
  return row ? { bytes: row.bytes, contentType: contentTypes[format as keyof typeof contentTypes] } : null
}

export async function findPicture(
  sql: Sql | Tx,
  path: string,
): Promise<{ hash: string; width: number } | undefined> {
  const [row] = await sql<[{ hash: string; width: number }?]>`
    select hash, width from uploads where hash = ${hashIn(path) ?? ''}`
  return row
}
