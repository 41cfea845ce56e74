import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..', '..')

const entries = [
  ...['boot.ts', 'site/app.tsx', 'admin/main.tsx', 'server.tsx'].map((name) => `src/web/${name}`),
  ...['maps.ts', 'paperFonts.ts', 'socialWords.tsx'].map((name) => `src/web/drawn/${name}`),
]

/** Returns the files of Vite's build: those that its entries import, directly or not; imports of types count too. */
function builtFiles(): Set<string> {
  const seen = new Set<string>()
  const follow = (file: string): void => {
    if (seen.has(file) || !existsSync(path.join(root, file))) return
    seen.add(file)
    for (const [, name = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(/'(\.[^']+\.tsx?)'/g))
      follow(path.posix.join(path.posix.dirname(file), name))
  }
  for (const entry of entries) follow(entry)
  return seen
}

let files: Set<string> | null = null

/** True if pages contain the file, so that they need a new build to contain a fault in it. */
export function isBuilt(file: string): boolean {
  files ??= builtFiles()
  return files.has(file) || file === 'vite.config.ts' || /\.(css|json|svg|js)$/.test(file)
}
