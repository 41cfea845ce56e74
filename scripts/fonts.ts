import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

// Reduces the two fonts from 57 KB to 23 KB, for Vite. For characters outside the site's four languages, and for rare
// symbols, browsers load the complete Latin files (fonts.css).

const ascii = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)).join('')
/** Symbols that pages hardly contain; each would add 75 bytes. */
const rare = /[#$<=>[\\\]^`{|}~]/g
const characters = `${ascii.replace(rare, '')}\u00a0\u00ad©«»°·×àâäçèéêëìíîïòóôöùúûüßœÀÂÄÇÈÉÊÌÎÒÔÖÙÜŒ–—‘’“”„•…€−`

/** Kerning, ligatures, and the digits of tables. Other features would add 2.1 KB of glyphs. */
const keepFeatures = ['kern', 'liga', 'lnum', 'tnum']

/** The `unicode-range` of each file in fonts.css lists the same characters. */
export const fonts = [
  {
    name: 'figtree-site.woff2',
    characters,
    file: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    options: { variationAxes: { wght: { min: 400, max: 600 } } },
  },
  {
    name: 'fraunces-site.woff2',
    // Headings and prices contain no address, no phone number and no minus sign.
    characters: characters.replace(/[*+@_©•−]/g, ''),
    file: '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2',
    options: { variationAxes: { wght: 500 } },
  },
]

/** Returns the folder of the reduced files. Creates the files that are missing. */
export async function siteFonts(): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([fonts, keepFeatures]))
  const sources = fonts.map(({ file }) => readFileSync(fileURLToPath(import.meta.resolve(file))))
  for (const source of sources) hash.update(source)
  const version = hash.digest('hex').slice(0, 12)
  const folder = path.join(import.meta.dirname, '..', 'node_modules', '.cache', `fonts-${version}`)
  mkdirSync(folder, { recursive: true })
  for (const [index, { name, characters, options }] of fonts.entries()) {
    const file = path.join(folder, name)
    const source = sources[index]
    if (existsSync(file) || !source) continue
    // Renames the file when it is complete, so that concurrent builds never see a partial file.
    const part = `${file}.${process.pid}`
    // A variable, because the types of the package lack `keepFeatures`.
    const wanted = { targetFormat: 'woff2' as const, keepFeatures, ...options }
    writeFileSync(part, await subsetFont(source, characters, wanted))
    renameSync(part, file)
  }
  return folder
}
