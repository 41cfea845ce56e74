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

/** The lists have these numbers of rows, one after the other. */
const numbers = [0, 12, 10_000]

for (const [index, number] of numbers.entries())
  test(`axe finds nothing in any screen of the panel with ${number} rows`, {
    ...long,
    timeout: 900_000,
  }, async () => {
    // One connection, because the rows come from temporary functions.
    const write = await app.sql.reserve()
    if (index === 0) await emptyLists(write)
    else await addRows(write, (numbers[index - 1] ?? 0) + 1, number)
    write.release()
    await app.settle()
    const wanted = paths.filter((path) => number > 0 || !/\/1\//.test(path))
    const found: string[] = []
    for (const viewport of sizes) {
      const page = await openPanel(app, browser, { isSuperAdmin: true, viewport })
      for (const path of wanted) found.push(...(await problemsOf(page, path)))
      await page.close()
    }
    expect(found).toEqual([])
  })
