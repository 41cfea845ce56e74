import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { Refused } from '../../../kernel/refused.ts'
import { pictureMaxBytes } from './contract.ts'

const maxPixels = 40_000_000
/** The widest that a page shows, on a screen of double density. */
const maxWidth = 1600
/** WebP ends at 16,383; nobody scrolls that far through one picture. */
const maxHeight = 4000

export interface Picture {
  hash: string
  webp: Buffer
  width: number
  height: number
}

/**
 * A picture as the site keeps it: WebP, upright, without what the camera wrote into it, at most 1600 px wide. Throws
 * Refused: 413 above 8 MiB, 415 for what is no JPEG, PNG, WebP or AVIF by its bytes, 422 for one that cannot be read
 * or has more than 40 million pixels.
 */
export async function pictureOf(bytes: Buffer): Promise<Picture> {
  if (bytes.length > pictureMaxBytes) throw new Refused(413, 'L’immagine è troppo pesante: al massimo 8 MB.')
  // sharp would open SVG and more: only what these bytes say may reach it.
  if (!isPicture(bytes))
    throw new Refused(415, 'Questo formato non è ammesso: servono immagini JPEG, PNG, WebP o AVIF.')
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

/** Its header says how large it will be: nothing is unpacked for this. */
async function refuseHuge(source: Sharp): Promise<void> {
  const { width, height } = await source.metadata().catch((error) => {
    if (error instanceof Error && error.message.includes('pixel limit')) throw tooLarge()
    throw unreadable()
  })
  if (width * height > maxPixels) throw tooLarge()
}

const tooLarge = () => new Refused(422, 'L’immagine è troppo grande: al massimo 40 milioni di pixel.')
const unreadable = () => new Refused(422, 'L’immagine non si può leggere: forse il file è danneggiato.')

/** By its first bytes; the name and the declared type may say anything. */
function isPicture(bytes: Buffer): boolean {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (bytes.length < 16) return false
  if (text(0, 3) === '\xff\xd8\xff') return true
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return true
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return true
  // ISO base media: the brand, or one of those it is compatible with, is AVIF's.
  if (text(4, 8) !== 'ftyp') return false
  const brands = text(8, Math.min(bytes.readUInt32BE(0), 128))
  return brands.includes('avif') || brands.includes('avis')
}
