import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import satori from 'satori'
import sharp from 'sharp'
import { type Drawing, drawMap } from './map.ts'

// The picture that networks show for a shared page: the coast with the page's route, and words. Letters become
// shapes (satori), so that no font has to be installed where it is drawn.

/** Open Graph's recommended size, pixels. */
const width = 1200
const height = 630

/** Raise it when the drawing below changes: every picture is drawn again. */
const drawing = 1

const fontOf = (file: string) => readFileSync(fileURLToPath(import.meta.resolve(`@fontsource/${file}`)))
const fonts = [
  { name: 'Fraunces', weight: 600, data: fontOf('fraunces/files/fraunces-latin-600-normal.woff') },
  { name: 'Figtree', weight: 600, data: fontOf('figtree/files/figtree-latin-600-normal.woff') },
] as const

export interface SocialPicture {
  /** Two lines at most: where from and where to, or a title. */
  lead: string
  title: string
  note: string
  brand: string
  map: Pick<Drawing, 'arcs' | 'frame'>
}

/** Changes with everything that the picture shows. */
export function versionOf(picture: SocialPicture): string {
  return createHash('sha256')
    .update(JSON.stringify([drawing, picture]))
    .digest('base64url')
    .slice(0, 10)
}

/** A PNG of 1200 × 630. */
export async function drawSocialPicture({ lead, title, note, brand, map }: SocialPicture): Promise<Buffer> {
  const words = await satori(
    column({ width: 560, height: 500, margin: '60px 0 0 72px', justifyContent: 'space-between' }, [
      line(brand, { fontFamily: 'Figtree', fontSize: 30, color: '#0B6A88' }),
      column({}, [
        ...(lead
          ? [line(lead, { fontFamily: 'Figtree', fontSize: 34, color: '#46566B', marginBottom: 10 })]
          : []),
        line(title, { fontFamily: 'Fraunces', fontSize: sizeOf(title), lineHeight: 1.08, color: '#11243D' }),
      ]),
      line(note, { fontFamily: 'Figtree', fontSize: 36, color: '#11243D' }),
    ]) as never,
    { width: 640, height, fonts: fonts.map((font) => ({ ...font, style: 'normal' as const })) },
  )
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

/** Long names get smaller letters; all keep within four lines. */
function sizeOf(title: string): number {
  return title.length <= 14 ? 88 : title.length <= 28 ? 72 : title.length <= 50 ? 58 : 46
}

type Style = Record<string, string | number>

function column(style: Style, children: object[]) {
  return { type: 'div', props: { style: { display: 'flex', flexDirection: 'column', ...style }, children } }
}

function line(text: string, style: Style) {
  return { type: 'div', props: { style, children: text } }
}
