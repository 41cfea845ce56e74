import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { Drawing, SocialWords } from '../drawings/contract.ts'
import { maps, socialWords } from '../drawings/drawings.queries.ts'

// Draws the picture of a page for social networks: the page's text and a map of its route, or of all main routes.

/** Size in pixels that social networks recommend. */
const width = 1200
const height = 630

/** Version of this code. Raise it to make the worker draw every picture again. */
const drawing = 2

export interface SocialPicture extends SocialWords {
  map: Pick<Drawing, 'arcs' | 'frame'>
}

export function versionOf(picture: SocialPicture): string {
  return createHash('sha256')
    .update(JSON.stringify([drawing, picture]))
    .digest('base64url')
    .slice(0, 10)
}

/** Returns a PNG. */
export async function drawSocialPicture({ lead, title, note, brand, map }: SocialPicture): Promise<Buffer> {
  const { drawWords } = await socialWords()
  const { drawMap } = await maps()
  const words = await drawWords({ lead, title, note, brand })
  const coast = drawMap({ width: 600, height, labels: [], weight: 3, ...map })
  const picture =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<defs><linearGradient id="shade"><stop offset=".45" stop-color="#DCEBEC"/><stop offset=".62" stop-color="#DCEBEC" stop-opacity="0"/></linearGradient></defs>` +
    `<rect width="${width}" height="${height}" fill="#DCEBEC"/>` +
    `${coast.replace('<svg ', '<svg x="600" width="600" height="630" overflow="visible" ')}` +
    `<rect width="${width}" height="${height}" fill="url(#shade)"/>` +
    `<rect x="72" y="${height - 20}" width="96" height="8" rx="4" fill="#F2A91E"/>${words}</svg>`
  return sharp(Buffer.from(picture)).png({ compressionLevel: 9 }).toBuffer()
}
