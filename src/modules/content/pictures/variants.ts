import sharp from 'sharp'
import { widthsOf } from './pictures.queries.ts'

/** Variants of at most `phoneWidth` pixels are for phones. They should have at most `phoneBytes` bytes. */
const phoneWidth = 800
const phoneBytes = 60 * 1024

/** Size in pixels that social networks recommend. The picture is a JPEG, because some networks show no other format. */
const social = { width: 1200, height: 630 }

interface Variant {
  /** Such as `800.avif`. */
  name: string
  bytes: Buffer
}

/** Converts one variant at a time, because a conversion uses all cores. Skips the names in `known`. */
export async function* variantsOf(
  webp: Buffer,
  width: number,
  known: ReadonlySet<string>,
): AsyncGenerator<Variant> {
  for (const wanted of widthsOf(width))
    for (const format of ['webp', 'avif'] as const) {
      const name = `${wanted}.${format}`
      if (!known.has(name)) yield { name, bytes: await converted(webp, wanted, format) }
    }
  if (known.has('social.jpg')) return
  const cropped = sharp(webp).resize({ ...social, fit: 'cover', position: 'attention' })
  yield { name: 'social.jpg', bytes: await cropped.jpeg({ quality: 80 }).toBuffer() }
}

const qualities = { avif: [50, 40, 30, 20], webp: [76, 60, 44, 30, 18] }

/** Lowers the quality of a variant for phones until it is small enough or has the lowest quality. */
async function converted(webp: Buffer, width: number, format: 'avif' | 'webp'): Promise<Buffer> {
  const source = sharp(webp).resize({ width })
  let bytes = Buffer.alloc(0)
  for (const quality of qualities[format]) {
    const sized = source.clone()
    bytes = await (format === 'avif'
      ? sized.avif({ quality, effort: 3 })
      : sized.webp({ quality })
    ).toBuffer()
    if (width > phoneWidth || bytes.length <= phoneBytes) break
  }
  return bytes
}
