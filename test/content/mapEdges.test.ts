import sharp from 'sharp'
import { expect, test } from 'vitest'
import { startApp } from '../app.ts'

const size = 640
const sea = '#dcebec'

/** Returns the largest number of pixels that differ between two adjacent rows or columns. */
function longestCut(pixels: Buffer): number {
  const isEdge = (one: number, other: number) => Math.abs((pixels[one] ?? 0) - (pixels[other] ?? 0)) > 8
  const at = (x: number, y: number) => (y * size + x) * 3
  let longest = 0
  for (let line = 0; line < size - 1; line++) {
    let [column, row] = [0, 0]
    for (let place = 0; place < size; place++) {
      if (isEdge(at(line, place), at(line + 1, place))) column += 1
      if (isEdge(at(place, line), at(place, line + 1))) row += 1
    }
    longest = Math.max(longest, column, row)
  }
  return longest
}

test('no map ends in a straight cut where the coast data end', async () => {
  await using app = await startApp({ data: 'demo' })
  for (const slug of [
    'aeroporto-bari-lecce',
    'aeroporto-bari-santa-maria-di-leuca',
    'aeroporto-brindisi-gallipoli',
  ]) {
    const { status, body } = await app.get<string>(`/api/maps/drawing?path=/tratte/transfer-${slug}/`)
    expect([slug, status]).toEqual([slug, 200])
    const pixels = await sharp(Buffer.from(body))
      .resize(size, size)
      .flatten({ background: sea })
      .removeAlpha()
      .raw()
      .toBuffer()
    // A cut would be a straight edge of 500 pixels. Route arcs and place names have edges of at most 125.
    expect([slug, longestCut(pixels)]).toEqual([slug, expect.toSatisfy((length: number) => length < 200)])
  }
})
