import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { romanMoment } from '../../src/kernel/romanDay.ts'
import { startApp } from '../app.ts'
import { dayIn } from '../given.ts'
import { cli } from '../operator.ts'
import { openZone } from '../zone.ts'

const setZone = openZone()

test('the front matter of an article states its publication in the time of Rome, whatever the zone of the machine', async () => {
  await using app = await startApp()
  const folder = mkdtempSync(path.join(tmpdir(), 'salento-moments-'))
  const year = Number(dayIn(0).slice(0, 4)) + 1
  const article = (publishAt: string) =>
    `---\ntitle: Orario Roma\nsummary: s\npublishAt: ${publishAt}\n---\nTesto\n`
  try {
    for (const [index, zone] of ['UTC', 'America/New_York'].entries()) {
      const file = path.join(folder, `orario-${index}.md`)
      writeFileSync(file, article(`${year}-07-15T09:00`))
      setZone(zone)
      const imported = await cli(app, ['content', 'import', folder, '--yes'])
      expect([zone, imported.code, imported.err]).toEqual([zone, 0, ''])
      const [row] = await app.sql`select publish_at from blog_posts where slug = ${`orario-${index}`}`
      expect([zone, row?.publishAt]).toEqual([zone, romanMoment(`${year}-07-15`, '09:00')])
    }
    writeFileSync(path.join(folder, 'mezzanotte.md'), article(`${year}-07-15T24:00`))
    const refused = await cli(app, ['content', 'import', folder, '--yes'])
    expect(refused.code).toBe(1)
    expect(refused.out).toMatch(/mezzanotte\.md {2}refused: .*Data di pubblicazione non valida/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
