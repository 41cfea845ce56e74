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

/** Handlers whose contract stands in another folder. */
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
