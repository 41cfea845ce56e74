import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

// What an unfinished merge left behind: in code the compiler sees it, in a document nobody does.

const root = path.join(import.meta.dirname, '..')
/** As git writes them, or as the formatter turns them into a quotation or a row of a table. */
const mark = /^(?:\| )?(?:<{7}|={7}|>{7}|\|{7}|> > > > > > >)(?: |$)/m
const exclude = ['node_modules', 'dist', '.git', '.data', '**/*.{png,webp,woff2}']

const files = globSync(['**/*', '.*', '.ci/*'], { cwd: root, exclude, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.join(entry.parentPath, entry.name))
const unfinished = files.filter((file) => mark.test(readFileSync(file, 'utf8')))

console.log(`${files.length} files`)
for (const file of unfinished) console.log(`${path.relative(root, file)}: a merge was not finished`)
if (unfinished.length > 0) process.exitCode = 1
