import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

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
