import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, inject, test } from 'vitest'
import { long } from '../length.ts'

const root = path.join(import.meta.dirname, '..', '..')

test('the check of the messages names a missing message, other values and an unknown message', () => {
  const copy = mkdtempSync(path.join(tmpdir(), 'messages-'))
  try {
    cpSync(path.join(root, 'src', 'languages'), path.join(copy, 'src', 'languages'), { recursive: true })
    cpSync(path.join(root, 'scripts', 'messages.ts'), path.join(copy, 'scripts', 'messages.ts'))
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'junction')
    writeFileSync(path.join(copy, 'package.json'), '{ "type": "module" }')
    const check = () => {
      const { status, stderr } = spawnSync(process.execPath, ['scripts/messages.ts', '--check'], {
        cwd: copy,
        encoding: 'utf8',
      })
      return [status, stderr.trim().split('\n').filter(Boolean)]
    }
    expect(check()).toEqual([0, []])

    const german = path.join(copy, 'src', 'languages', 'de.json')
    const messages = JSON.parse(readFileSync(german, 'utf8'))
    const { 'trip.day': _, ...others } = messages
    const changed = { ...others, 'trip.town': 'In welchem Ort?', 'trip.night': 'Nacht' }
    writeFileSync(german, JSON.stringify(changed))
    expect(check()).toEqual([
      1,
      [
        'de.json: trip.day is missing',
        'de.json: trip.town needs address: string | number',
        'de.json: trip.night is not in it.json',
      ],
    ])

    writeFileSync(german, JSON.stringify(messages))
    const italian = path.join(copy, 'src', 'languages', 'it.json')
    writeFileSync(
      italian,
      readFileSync(italian, 'utf8').replace('"trip.day": "Giorno"', '"trip.day": "{count} giorni"'),
    )
    expect(check()[1]).toContain('src/languages/messages.ts is old: run npm run messages')
  } finally {
    rmSync(copy, { recursive: true })
  }
})

// The test checks, builds and tests a copy of the whole project.
const ofCopy = { ...long, timeout: 900_000 }

test(
  'a fifth language costs one file of messages: its pages, links and sitemap are there without other code',
  ofCopy,
  () => {
    const copy = mkdtempSync(path.join(tmpdir(), 'fifth-language-'))
    const run = (...args: string[]) => {
      const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'))
      const env = { ...Object.fromEntries(inherited), TEST_POSTGRES: inject('postgresUrl') }
      const { status, stdout, stderr } = spawnSync(process.execPath, args, {
        cwd: copy,
        encoding: 'utf8',
        env,
      })
      expect(status, `${args.join(' ')}\n${stdout}${stderr}`).toBe(0)
      return stdout
    }
    try {
      const names = 'src scripts data sql patches test package.json package-lock.json tsconfig.json'.split(
        ' ',
      )
      for (const name of [...names, 'vite.config.ts', 'vitest.config.ts'])
        cpSync(path.join(root, name), path.join(copy, name), { recursive: true })
      symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'junction')
      // Adds Spanish as a new language, with English sentences but with other words in the URLs.
      const folder = path.join(copy, 'src', 'languages')
      const english: Record<string, string> = JSON.parse(readFileSync(path.join(folder, 'en.json'), 'utf8'))
      const spanish = {
        ...english,
        'format.locale': 'es',
        'path.routes': '/traslados/',
        'path.from': 'desde',
      }
      writeFileSync(path.join(folder, 'es.json'), JSON.stringify(spanish))
      expect(run('scripts/messages.ts')).toMatch(/in 5 languages/)
      run('node_modules/@typescript/native/bin/tsc', '--noEmit')
      run('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn')
      // These tests go through all languages of the project.
      const passed = run(
        'node_modules/vitest/vitest.mjs',
        'run',
        'test/content/addresses.test.ts',
        'test/content/crawl.test.ts',
      )
      expect(passed).toMatch(/Tests .* passed/)
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  },
)
