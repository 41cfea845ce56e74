import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addRows, emptyLists } from '../../../bench/panelRows.ts'
import { groups } from '../../../src/web/admin/sections.ts'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems } from '../../browser.ts'
import { inFull, long } from '../../length.ts'
import { openPanel } from '../../panel.ts'

const { app, browser } = await openAppInBrowser({ data: 'demo' })

/** Screens without an entry in the menu. Those with an id exist once there are rows. */
const furtherPaths = [
  'richieste/availability_request/1/',
  'richieste/nuova/',
  'clienti/1/',
  'registro/blocco/',
  'viaggi/nuovo/',
  'calendario/?vista=elenco',
  'veicoli/1/',
  'autisti/1/',
  'fogli-di-servizio/1/',
  'giorni-chiusi/1/',
  'tratte/1/',
  'localita/1/',
  'listini/1/',
  'blog/1/',
  'prezzimod/cronologia/',
  'lingue/nomi/',
  'reindirizzamenti/non-trovate/',
  'lingue/place/1/de/',
  'privacy/?search=rossi',
]
const paths = [
  ...groups.flatMap(({ sections }) => sections.map(({ path }) => path as string)),
  ...furtherPaths,
]

const sizes = inFull(
  [[390, 844]],
  [
    [390, 844],
    [768, 1_024],
    [1_440, 900],
  ],
).map(([width = 0, height = 0]) => ({ width, height }))

async function problemsOf(page: Page, path: string): Promise<string[]> {
  await page.goto(`/admin/${path}`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await expect.poll(() => page.getByRole('status', { name: 'Caricamento in corso' }).count()).toBe(0)
  return (await axeProblems(page)).map((problem) => `${path}: ${problem}`)
}

/** Opens every screen at every width after `fill` changed the rows. One connection, for its temporary functions. */
async function findings(fill: (write: Write) => Promise<unknown>, hasRows: boolean): Promise<string[]> {
  const write = await app.sql.reserve()
  await fill(write)
  write.release()
  await app.settle()
  const found: string[] = []
  for (const viewport of sizes) {
    const page = await openPanel(app, browser, { isSuperAdmin: true, viewport })
    for (const path of paths)
      if (hasRows || !/\/1\//.test(path)) found.push(...(await problemsOf(page, path)))
    await page.close()
  }
  return found
}

type Write = Parameters<typeof addRows>[0]

const patient = { ...long, timeout: 900_000 }

test('axe finds nothing in any screen of the panel while its lists are empty', patient, async () => {
  expect(await findings(emptyLists, false)).toEqual([])
})

test('axe finds nothing in any screen of the panel with twelve rows in each list', patient, async () => {
  expect(await findings((write) => addRows(write, 1, 12), true)).toEqual([])
})

test('axe finds nothing in any screen of the panel with 10,000 rows in each list', patient, async () => {
  expect(await findings((write) => addRows(write, 13, 10_000), true)).toEqual([])
})
