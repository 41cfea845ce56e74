import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { priceFields } from '../../src/modules/catalog/book/contract.ts'
import { openApp, startApp } from '../app.ts'
import { isItalian } from '../italianSentences.ts'
import { long } from '../length.ts'
import { cli, startCli } from '../operator.ts'

/** The app of tests that add neither places nor accounts. */
const app = await openApp({ data: 'demo' })

test(
  'places, routes and transfer types are found by name, slug or id, in any order of words and in any language',
  long,
  async () => {
    const count = async (...args: string[]) => {
      const { code, out, err } = await cli(app, ['prices', 'adjust', '--percent=10', '--json', ...args])
      expect([args, code, err]).toEqual([args, 0, ''])
      return JSON.parse(out).updatedRoutes
    }
    const [airport] = await app.sql`select id from locations where name = 'Aeroporto Brindisi'`
    const byId = await count('--departure', String(airport?.id))
    expect(byId).toBeGreaterThan(10)
    for (const name of [
      'Aeroporto Brindisi',
      'brindisi aeroporto',
      'aeroporto-brindisi',
      'brindisi-airport',
      'Flughafen Brindisi',
    ])
      expect([name, await count('--departure', name)]).toEqual([name, byId])
    expect(await count('--kind', 'privato')).toBe(await count('--kind', '2'))
    await app.sql`insert into transfer_types (name) select 'Tipologia ' || n from generate_series(1, 100) n`
    expect([await count('--kind', 'Tipologia 1'), await count('--kind', 'Tipologia 99')]).toEqual([0, 0])

    const [route] = await app.sql`
    select id, slug from route_prices where is_main_route and departure_location_id = ${airport?.id}
      and destination_location_id = (select id from locations where name = 'Gallipoli')`
    const plan = async (text: string) => (await cli(app, ['routes', 'correlated', text])).out
    const wanted = await plan(String(route?.id))
    expect(wanted).toContain('routes would be created')
    for (const text of [route?.slug, `/tratte/transfer-${route?.slug}/`, 'Brindisi Airport > gallipoli'])
      expect([text, await plan(text)]).toEqual([text, wanted])
  },
)

test('an unknown name is refused with the nearest names, an ambiguous one with all, and nothing is guessed', async () => {
  await using app = await startApp({ data: 'demo' })
  await app.addStaff('lucia')
  const refusal = async (...args: string[]) => {
    const { code, out, err } = await cli(app, args)
    expect([args, code, out]).toEqual([args, 2, ''])
    return err
  }
  expect(await refusal('locations', 'sync', 'Gallipolli')).toBe(
    'error: no place is named "Gallipolli"; did you mean "Gallipoli"?\n',
  )
  expect(await refusal('prices', 'adjust', '--percent=1', '--departure', 'aeroporto')).toMatch(
    /no place is named "aeroporto"; did you mean "Aeroporto B\w+" or "Aeroporto B\w+"/,
  )
  expect(await refusal('routes', 'correlated', 'aeroporto-brindisi-galipoli')).toContain(
    'did you mean "aeroporto-brindisi-gallipoli"',
  )
  expect(await refusal('prices', 'adjust', '--percent=1', '--kind', 'privati')).toContain(
    'did you mean "Privato"',
  )
  expect(await refusal('prices', 'adjust', '--percent=1', '--fields', 'price1to3pax')).toContain(
    'did you mean price1to3Pax?',
  )
  expect(await refusal('admin', 'unlock', 'luca')).toContain('did you mean "lucia"?')
  expect(await refusal('leads', 'export', '--assigned-to', 'lucie')).toContain('did you mean "lucia"?')
  expect(await refusal('locations', 'sync', '999999')).toBe('error: no place is named "999999"\n')

  await app.sql`insert into locations (name, location_type) values ('Gallipolì', 'Città')`
  expect(await refusal('locations', 'sync', 'gallipoli')).toMatch(
    /several places are named "gallipoli": Gallipol[iì] \(id \d+\), Gallipol[iì] \(id \d+\); write the id/,
  )
  await app.sql`
    update location_names set names = names || '{"fr": "Place Commune"}'
    where id in (select id from locations where name in ('Otranto', 'Nardò'))`
  expect(await refusal('locations', 'sync', 'commune place')).toMatch(
    /several places are named "commune place": (Otranto|Nardò) \(id \d+\), (Otranto|Nardò) \(id \d+\); write the id/,
  )
  expect(await app.sql`select id from price_changes`).toEqual([])
})

test('prices of named routes are adjusted and exported, except those excluded, and leads are exported by code', async () => {
  const [one, two] = await app.sql<{ id: number; slug: string }[]>`
    select id, slug from route_prices where price1to3_pax is not null and follows_id is null order by id limit 2`
  if (!one || !two) throw new Error('two routes are needed')
  const adjusted = async (...args: string[]) => {
    const { code, out, err } = await cli(app, ['prices', 'adjust', '--percent=10', '--json', ...args])
    expect([args, code, err]).toEqual([args, 0, ''])
    const { changes }: { changes: { id: number; followsId?: number }[] } = JSON.parse(out)
    return [...new Set(changes.filter(({ followsId }) => !followsId).map(({ id }) => id))].sort()
  }
  const both = [one.id, two.id].sort()
  expect(await adjusted('--routes', `${one.slug},${two.id}`)).toEqual(both)
  expect(await adjusted('--routes', `${one.slug},${two.slug}`, '--exclude', two.slug)).toEqual([one.id])
  expect(await adjusted('--exclude', one.slug)).not.toContain(one.id)
  for (const option of ['--routes', '--exclude']) {
    const wrong = await cli(app, ['prices', 'adjust', '--percent=10', option, `${one.slug}x`])
    expect(wrong).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining(`did you mean "${one.slug}"`),
    })
  }
  const prices = await cli(app, ['prices', 'export', '--routes', two.slug])
  expect(prices.out.trim().split('\n')).toHaveLength(2)

  await app.sql`
    insert into leads (kind, name, phone, email) select 'contact', 'Cliente ' || n, '0832 123456', 'c@example.com'
    from generate_series(1, 3) n`
  const codes = (
    await app.sql<{ code: string }[]>`select code from contacts where email = 'c@example.com' order by id`
  ).map(({ code }) => code)
  const leads = await cli(app, ['leads', 'export', '--codes', `${codes[0]},${codes[2]?.toLowerCase()}`])
  expect(leads.out).toContain('Cliente 1')
  expect(leads.out).toContain('Cliente 3')
  expect(leads.out).not.toContain('Cliente 2')
  const unknown = await cli(app, ['leads', 'export', '--codes', 'ZZZZZZ'])
  expect(unknown).toMatchObject({ code: 2, err: 'error: no lead has the code "ZZZZZZ"\n' })
})

test('prices are adjusted with the defaults of the panel: every kind of price, every route', async () => {
  const changes = async (...args: string[]): Promise<{ field: string }[]> => {
    const { out } = await cli(app, ['prices', 'adjust', '--percent=10', '--json', ...args])
    return JSON.parse(out).changes
  }
  const all = await changes()
  expect(all).toEqual(await changes('--fields', priceFields.join(',')))
  expect(new Set(all.map(({ field }) => field))).toContain('price1to3Pax')
  expect(new Set(all.map(({ field }) => field))).toContain('priceMin2Pax')
})

test('accounts are created with a role, and change it', async () => {
  await using app = await startApp()
  const made = await cli(app, ['admin', 'add', 'anna', '--role', 'operatore'])
  expect(made).toMatchObject({ code: 0, err: '' })
  expect(made.out).toMatch(/^Created anna \(operator\), password /)
  expect((await cli(app, ['admin', 'list'])).out).toMatch(/ anna: operator\n$/)
  const role = async () => (await app.sql`select role from admin_users`)[0]?.role
  const dry = await cli(app, ['admin', 'role', 'ANNA', 'admin'])
  expect(dry.out).toMatch(/^anna: operator would become admin\nDry run/)
  expect(await role()).toBe('operatore')
  expect((await cli(app, ['admin', 'role', 'anna', 'superAdmin', '--yes'])).out).toBe(
    'anna: operator became super admin\n',
  )
  expect(await role()).toBe('superAdmin')
  const last = await cli(app, ['admin', 'role', 'anna', 'admin', '--yes'])
  expect(last).toMatchObject({ code: 1, out: '' })
  expect(last.err).toMatch(/^error: refused \(not possible in the current state\): “È l’ultimo Super Admin/)
  const editor = await cli(app, ['admin', 'create', 'carla', '--role', 'redazione'])
  expect(editor.out).toMatch(/^Created carla \(editor\), password /)
  const wrong = await cli(app, ['admin', 'add', 'berta', '--role', 'capo'])
  expect(wrong).toMatchObject({ code: 2, out: '' })
  expect(wrong.err).toContain(
    'Allowed choices are autista, operatore, redazione, contabile, admin, superAdmin',
  )
})

test('an error of the system is a sentence that says what to do, without its code', long, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'salento-cli-'))
  const missing = path.join(folder, 'none', 'prices.csv')
  const nowhere = { env: { DATABASE_URL: 'postgres://someone@127.0.0.1:1/salento' } }
  try {
    const [read, isFolder, write, connect, backup, articles] = [
      await cli(app, ['prices', 'import', missing]),
      await cli(app, ['locations', 'import', folder]),
      await cli(app, ['prices', 'export', '--output', missing]),
      await cli(app, ['admin', 'list'], nowhere),
      await cli(app, ['db', 'backup', missing]),
      await cli(app, ['content', 'import', missing]),
    ]
    expect(read).toMatchObject({
      code: 2,
      err: `error: ${missing} cannot be read: there is no such file or folder; check the path\n`,
    })
    expect(isFolder.err).toBe(`error: ${folder} cannot be read: it is a folder; name a file\n`)
    expect(write.err).toContain('cannot be written: there is no such file or folder')
    expect(connect).toMatchObject({
      code: 1,
      err: 'error: cannot use the database of DATABASE_URL: nothing answers there; start PostgreSQL, or correct host and port\n',
    })
    expect(backup.err).toContain('there is no such file or folder')
    expect(articles.err).toContain('there is no such file or folder')
    for (const { err, code } of [read, isFolder, write, connect, backup, articles]) {
      expect(code).toBeGreaterThan(0)
      // Removes the folder's random name, because the name may look like an error code.
      expect(err.replaceAll(folder, '')).not.toMatch(/\bE[A-Z]{4,}\b|errno|syscall/)
    }
    expect(existsSync(missing)).toBe(false)
    const spawned = await startCli(app, ['prices', 'import', missing]).ended
    expect(spawned).toEqual(read)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('Italian stands only in quoted texts of the product', async () => {
  const runs = [
    ['admin', 'create', 'x'],
    ['admin', 'create', 'anna', '--password-stdin'],
    ['locations', 'import-lecce'],
    ['routes', 'correlated', 'aeroporto-brindisi-gallipoli'],
    ['indexnow', 'submit'],
    ['run', 'PUT /api/admin/site-settings', '{"isLive": "x"}'],
    ['locations', 'import', '-', '--yes'],
  ]
  for (const args of runs) {
    const { out, err } = await cli(app, args, { input: args[0] === 'admin' ? 'breve' : 'nome,tipo\nX,Boh\n' })
    const lines = `${out}${err}`.replaceAll(/“[^”]*”/g, '').split('\n')
    expect([args, lines.filter(isItalian)]).toEqual([args, []])
  }
})
