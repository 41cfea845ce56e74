import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import type { Command } from '../../src/kernel/message.ts'
import { CreateRoute, ReadRoute, SaveRoute } from '../../src/modules/catalog/routes/contract.ts'
import { SaveNote } from '../../src/modules/leads/customers/contract.ts'
import { ReadSiteSettings, SaveSiteSettings } from '../../src/modules/settings/site/contract.ts'
import { isSame, merge } from '../../src/web/admin/kit/merge.ts'
import { settingsDescription, settingsForm } from '../../src/web/admin/kit/SettingsForm.tsx'
import { thingDialog, thingForm } from '../../src/web/admin/kit/ThingForm.tsx'
import { descriptionOf, thingScreen } from '../../src/web/admin/kit/ThingScreen.tsx'

// The modules of the panel listen to events of the browser.
vi.hoisted(() => {
  const addEventListener = () => {}
  Object.assign(globalThis, { addEventListener, document: { addEventListener, getElementById: () => null } })
})
afterEach(() => vi.unstubAllGlobals())

const names = ['name', 'price', 'count', 'isActive', 'list', 'notes']
const value = fc.oneof(
  fc.constantFrom('', null, 'a', 'b', '42.50', 0, 7, true, false),
  fc.array(fc.record({ text: fc.constantFrom('x', 'y', null), at: fc.constantFrom('1', '2') }), {
    maxLength: 2,
  }),
)
const row = fc.record(Object.fromEntries(names.map((name) => [name, value])))
const rows = fc.record({ base: row, mine: row, theirs: row })

test('a field that one person changed keeps the change, and the form asks only about fields that both changed differently', () => {
  fc.assert(
    fc.property(rows, ({ base, mine, theirs }) => {
      const merged = merge(names, { base, mine, theirs })
      for (const name of names) {
        const [was, here, there] = [base[name], mine[name], theirs[name]]
        const result = merged.theirs.includes(name) ? there : here
        const isAsked = !isSame(was, here) && !isSame(was, there) && !isSame(here, there)
        expect(merged.both.includes(name)).toBe(isAsked)
        if (isSame(was, here)) expect(isSame(result, there)).toBe(true)
        if (isSame(was, there)) expect(isSame(result, here)).toBe(true)
      }
      expect(new Set([...merged.mine, ...merged.theirs, ...merged.both]).size).toBe(
        merged.mine.length + merged.theirs.length + merged.both.length,
      )
    }),
  )
})

test('the order of saves does not matter, and merged forms need no second merge', () => {
  fc.assert(
    fc.property(rows, ({ base, mine, theirs }) => {
      const merged = merge(names, { base, mine, theirs })
      const other = merge(names, { base, mine: theirs, theirs: mine })
      expect(other).toEqual({ mine: merged.theirs, theirs: merged.mine, both: merged.both })
      const result = { ...mine, ...Object.fromEntries(merged.theirs.map((name) => [name, theirs[name]])) }
      expect(merge(names, { base: theirs, mine: result, theirs })).toMatchObject({ theirs: [], both: [] })
    }),
  )
})

test('values are compared by content: order of keys, blanks, line ends and empty values are no change', () => {
  for (const [one, other] of [
    [
      { a: 1, b: ['x', { c: null }] },
      { b: ['x', {}], a: '1' },
    ],
    [null, ''],
    [undefined, null],
    ['una riga\r\ndue ', 'una riga\ndue'],
    [[], []],
  ])
    expect(isSame(one, other)).toBe(true)
  for (const [one, other] of [
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
    [false, null],
    [0, null],
    ['073014', '73014'],
    [[], null],
    [[null], []],
  ])
    expect(isSame(one, other)).toBe(false)
})

test('a secret is asked about only if both wrote a new one', () => {
  const stored = { apiKey: '••••1234' }
  const changed = { apiKey: '••••9876' }
  const of = (mine: string, theirs: object) =>
    merge(['apiKey'], { base: stored, mine: { apiKey: mine }, theirs: { ...theirs } })
  expect(of('', changed)).toEqual({ mine: [], theirs: ['apiKey'], both: [] })
  expect(of('nuova', stored)).toEqual({ mine: ['apiKey'], theirs: [], both: [] })
  expect(of('nuova', changed)).toEqual({ mine: [], theirs: [], both: ['apiKey'] })
})

const filesBelow = (folder: string, pattern: RegExp) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))

/** Returns the names of the contracts whose input contains a version. */
async function versioned(): Promise<string[]> {
  const contracts = await Promise.all(
    filesBelow('src/modules', /^contract.*\.ts$/).map((file) => import(path.resolve(file))),
  )
  return contracts
    .flatMap((contract) => Object.entries(contract as Record<string, Partial<Command> | undefined>))
    .filter(([, one]) => one?.http && 'updatedAt' in (one.input?.properties ?? {}))
    .map(([name]) => name)
}

const panel = 'src/web/admin'
const sources = () => filesBelow(panel, /\.tsx?$/).map((file) => [file, readFileSync(file, 'utf8')] as const)

test('every form of the panel that saves a version is described, and none is reset for a new version', async () => {
  const names = await versioned()
  expect(names).toContain('SaveRoute')
  const senders = sources().filter(([, text]) => names.some((name) => new RegExp(`\\b${name}\\b`).test(text)))
  expect(senders.length).toBeGreaterThan(15)
  const made = /\b(thing|settings)(Screen|Form|Dialog)\b[<(]/
  expect(senders.filter(([, text]) => !made.test(text)).map(([file]) => file)).toEqual([
    // Fields of the form of fares, which merges.
    `${panel}/catalog/fares/BandRule.tsx`,
    // Saves drafts automatically, and stops with a message when another user has saved one.
    `${panel}/content/blog/useAutosave.ts`,
    // Selects the command that changes a lead. LeadForm.tsx merges; LegDialog.tsx only sends day and time.
    `${panel}/leads/lead/leadCalls.ts`,
    // Fields of the company form, which merges.
    `${panel}/settings/company/ServiceFields.tsx`,
    // Sends with useDispatch.ts, and says why the server refuses.
    `${panel}/trips/trips/AssignDialog.tsx`,
    // Moves, cancels and reopens a trip without a form.
    `${panel}/trips/trips/useDispatch.ts`,
  ])
  const keyed = sources().filter(([, text]) => /key=\{[^}]*\bupdatedAt\}/.test(text))
  expect(keyed.map(([file]) => file)).toEqual([])
})

const texts = { save: 'Salva', done: 'Salvato', failed: 'Non salvato', Fields: () => null }

test('a description of a form that saves a version reads the values again, or the types refuse it', () => {
  const note = { ...texts, command: SaveNote, valuesOf: () => ({ text: '' }) }
  const readAgain = () => Promise.resolve({ text: '' })
  thingForm({ ...note, readAgain })
  // @ts-expect-error: the input contains a version.
  thingForm(note)
  // @ts-expect-error: the input contains a version.
  thingDialog({ ...note, title: 'Nota', intro: '' })
  const route = { ...texts, create: CreateRoute, change: SaveRoute, initial: {}, title: '', list: 'tratte/' }
  // @ts-expect-error: without `read` the screen could not read the row again.
  expect(() => thingScreen({ ...route, list: 'tratte/' })).toThrow()
  // @ts-expect-error: without `read` the form could not read the record again.
  expect(() => settingsForm({ ...texts, change: SaveSiteSettings })).toThrow()
})

test('forms of screens and of settings read what is stored now, in the shape of their fields', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json({ id: 7, name: 'ora', updatedAt: '2' })
  })
  const valuesOf = (row: unknown) => ({ ...(row as object), password: '' })
  const screen = descriptionOf({
    ...texts,
    create: CreateRoute,
    change: SaveRoute,
    read: ReadRoute,
    initial: {},
    valuesOf,
    title: '',
    list: 'tratte/',
  })
  const stored = { id: 7, name: 'ora', updatedAt: '2', password: '' }
  expect(await screen.readAgain({ row: { id: 7 } as never, more: null })).toEqual(stored)
  expect(await screen.readAgain({ row: null, more: null })).toBeNull()
  const settings = settingsDescription({
    ...texts,
    read: ReadSiteSettings,
    change: SaveSiteSettings,
    valuesOf,
  })
  expect(await settings.readAgain()).toEqual(stored)
  expect(asked).toEqual(['/api/admin/route-prices/7', '/api/admin/site-settings'])
})
