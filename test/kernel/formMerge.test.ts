import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Command } from '../../src/kernel/message.ts'
import { isSame, merge } from '../../src/web/admin/kit/merge.ts'

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

test('every form of the panel that saves a version merges, and none is reset for a new version', async () => {
  const names = await versioned()
  expect(names).toContain('SaveRoute')
  const senders = filesBelow('src/web/admin', /\.tsx?$/)
    .map((file) => [file, readFileSync(file, 'utf8')] as const)
    .filter(([, text]) => names.some((name) => new RegExp(`\\b${name}\\b`).test(text)))
  expect(senders.length).toBeGreaterThan(15)
  const merging = /use(Thing|Settings)Form\(|\bthingScreen\(|useContractForm\([\s\S]*readAgain/
  expect(senders.filter(([, text]) => !merging.test(text)).map(([file]) => file)).toEqual([
    // These two only ask whether the user may save.
    'src/web/admin/catalog/fares/BandRule.tsx',
    'src/web/admin/catalog/priceLists/PriceListForm.tsx',
    // Saves drafts automatically, and stops with a message when another user has saved one.
    'src/web/admin/content/blog/useAutosave.ts',
    // Selects the command that changes a lead. LeadForm.tsx merges; LegDialog.tsx only sends day and time.
    'src/web/admin/leads/lead/leadCalls.ts',
    // Fields of the company form, which merges.
    'src/web/admin/settings/company/ServiceFields.tsx',
    // Moves, cancels and reopens a trip without a form.
    'src/web/admin/trips/trips/useDispatch.ts',
  ])
  const keyed = filesBelow('src/web/admin', /\.tsx$/).filter((file) =>
    /key=\{[^}]*\bupdatedAt\}/.test(readFileSync(file, 'utf8')),
  )
  expect(keyed).toEqual([])
})
