import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

// `npm run long-functions` counts the functions above 60 lines, without empty ones, and writes the numbers, which can
// only fall. `--check` fails if there are more or fewer than the file says.

const root = path.join(import.meta.dirname, '..')
const file = path.join(import.meta.dirname, 'longFunctions.json')
const linesMax = 60
const rule = 'complexity/noExcessiveLinesPerFunction'

type Counts = Record<'panel' | 'site' | 'rest', number>

/** Returns places such as `src/web/ui/useForm.ts:53 (66 lines)` of functions that are too long. */
function longFunctions(): string[] {
  const options = [`--only=${rule}`, '--max-diagnostics=5000', '--reporter=github', '--colors=off']
  const biome = path.join(root, 'node_modules', '.bin', 'biome')
  const { stdout } = spawnSync(biome, ['lint', ...options, 'src', 'scripts'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
    shell: process.platform === 'win32',
  })
  const found = [...stdout.matchAll(/file=([^,]+),line=(\d+).*?too many lines \((\d+)\)/g)]
  if (found.length === 0) throw new Error(`Biome's rule ${rule} found nothing`)
  return found
    .filter(([, , , lines]) => Number(lines) > linesMax)
    .map(
      ([, name = '', line, lines]) =>
        `${path.relative(root, path.resolve(root, name))}:${line} (${lines} lines)`,
    )
}

const long = longFunctions()
const isPanel = (place: string) => place.startsWith('src/web/admin/')
const isSite = (place: string) => place.startsWith('src/web/') && !isPanel(place)
const counts: Counts = {
  panel: long.filter(isPanel).length,
  site: long.filter(isSite).length,
  rest: long.filter((place) => !isPanel(place) && !isSite(place)).length,
}
const stored: Counts = JSON.parse(readFileSync(file, 'utf8'))
const areas = Object.keys(counts) as (keyof Counts)[]
const grown = areas.filter((area) => counts[area] > stored[area])
if (grown.length > 0) {
  const texts = grown.map(
    (area) => `${area}: ${counts[area]} functions above ${linesMax} lines, ${stored[area]} before`,
  )
  console.error([...texts, ...long].join('\n'))
  process.exitCode = 1
} else if (!process.argv.includes('--check')) writeFileSync(file, `${JSON.stringify(counts, null, 2)}\n`)
else if (areas.some((area) => counts[area] < stored[area])) {
  console.error(
    'There are fewer long functions than scripts/longFunctions.json says: run npm run long-functions',
  )
  process.exitCode = 1
}
console.log(`${long.length} functions above ${linesMax} lines`)
