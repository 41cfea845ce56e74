import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** Files of packages, each with a text that patches/ puts into it. */
const patched = {
  postgres: { file: 'src/connection.js', text: 'A query may begin after the socket' },
  'graphile-worker': { file: 'dist/localQueue.js', text: 'Without this, `background` throws' },
}

/** Returns the packages that lack their patch, which happens if npm runs no install scripts. */
export function unpatchedPackages(): string[] {
  const { resolve } = createRequire(import.meta.url)
  return Object.entries(patched).flatMap(([name, { file, text }]) => {
    const entry = resolve(name)
    const root = path.join('node_modules', name)
    const folder = entry.slice(0, entry.lastIndexOf(root) + root.length)
    return readFileSync(path.join(folder, file), 'utf8').includes(text) ? [] : name
  })
}
