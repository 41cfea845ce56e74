import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..', '..')

interface Source {
  file: string
  text: string
}

const sources: Source[] = globSync('src/modules/**/*.ts', { cwd: root }).map((file) => ({
  file,
  text: readFileSync(path.join(root, file), 'utf8'),
}))

/** Returns handlers whose contract is in another folder. */
function strayHandlers({ file, text }: Source): string[] {
  const imported = [...text.matchAll(/^import (?:type )?\{([^}]*)\} from '(\.[^']*contract\.ts)'/gm)]
  return [...text.matchAll(/= (?:answer|handle|edit)\(\s*(\w+),/g)].flatMap(([, contract = '']) => {
    const from = imported.find(([, names = '']) => new RegExp(`\\b${contract}\\b`).test(names))?.[2]
    return from?.startsWith('./') ? [] : [`${file}: ${contract}`]
  })
}

test('each handler is in the folder of its contract', () => {
  const planted = `import { ReadPlace } from '../places/contract.ts'\nexport const readPlace = answer(ReadPlace, () => ({}))`
  expect(strayHandlers({ file: 'planted.ts', text: planted })).toEqual(['planted.ts: ReadPlace'])

  expect(sources.flatMap(strayHandlers)).toEqual([])
})

/** Returns SQL statements with `*`. Such statements also return columns that later migrations add. */
function unnamedColumns({ file, text }: Source): string[] {
  const all = text.matchAll(
    /(?:\bselect|\breturning|,)\s+(?:distinct\s+)?(?:\w+\.)?\*(?=\s*(?:,|`|\bfrom\b))/g,
  )
  return [...all].map(({ 0: found }) => `${file}: ${found.trim()}`)
}

test('each statement of a module names the columns that it reads', () => {
  const planted =
    'read`select * from leads`; read`select l.*, 1 from leads l`; read`delete from leads returning *`'
  expect(unnamedColumns({ file: 'planted.ts', text: planted })).toEqual([
    'planted.ts: select *',
    'planted.ts: select l.*',
    'planted.ts: returning *',
  ])
  expect(
    unnamedColumns({ file: 'counts.ts', text: 'read`select count(*) as total, 2 * 3 from leads`' }),
  ).toEqual([])

  expect(sources.flatMap(unnamedColumns)).toEqual([])
})
