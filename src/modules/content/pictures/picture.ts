import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { HttpError } from '../../../kernel/httpError.ts'
import { pictureMaxBytes } from './contract.ts'

const maxPixels = 40_000_000
/** Maximum width in pixels: twice the largest width on a page, for screens of double density. */
const maxWidth = 1600
/** Maximum height in pixels. A higher picture is too long to scroll through. */
const maxHeight = 4000

export interface Picture {
  hash: string
  webp: Buffer
  width: number
  height: number
}

/** Returns an upright WebP without metadata. Throws HttpError 413, 415 or 422 for an unusable picture. */
export async function pictureOf(bytes: Buffer): Promise<Picture> {
  if (bytes.length > pictureMaxBytes)
    throw new HttpError(413, 'L’immagine è troppo pesante: al massimo 8 MB.')
  // Without this check, sharp would also open SVG and other formats.
  if (!isPicture(bytes))
    throw new HttpError(415, 'Questo formato non è ammesso: servono immagini JPEG, PNG, WebP o AVIF.')
  const source = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
  await refuseHuge(source)
  const { data, info } = await source
    .autoOrient()
    .resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => Promise.reject(unreadable()))
  const hash = createHash('sha256').update(data).digest('hex').slice(0, 32)
  return { hash, webp: data, width: info.width, height: info.height }
}

/** Checks the header before decoding, because a small file can expand to a huge picture in memory. */
async function refuseHuge(source: Sharp): Promise<void> {
  const { width, height } = await source.metadata().catch((error) => {
    if (error instanceof Error && error.message.includes('pixel limit')) throw tooLarge()
    throw unreadable()
  })
  if (width * height > maxPixels) throw tooLarge()
}

const tooLarge = () => new HttpError(422, 'L’immagine è troppo grande: al massimo 40 milioni di pixel.')
const unreadable = () => new HttpError(422, 'L’immagine non si può leggere: forse il file è danneggiato.')

/** Checks the first bytes, because the declared type cannot be trusted. */
function isPicture(bytes: Buffer): boolean {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (bytes.length < 16) return false
  if (text(0, 3) === '\xff\xd8\xff') return true
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return true
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return true
  // A file is AVIF if its main or a compatible brand is `avif` or `avis`.
  if (text(4, 8) !== 'ftyp') return false
  const brands = text(8, Math.min(bytes.readUInt32BE(0), 128))
  return brands.includes('avif') || brands.includes('avis')
}
