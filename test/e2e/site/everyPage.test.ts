import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, startApp } from '../../app.ts'
import { axeProblems, type OpenBrowser, openBrowser, type PageOptions } from '../../browser.ts'
import { dayIn, given } from '../../given.ts'
import { resultsPage, templates } from '../../templates.ts'

// Every public template under the settings of a visitor's system. One tab walks all pages; the tests only read.

let app: App
let browser: OpenBrowser
let paths: string[] = []

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

beforeAll(async () => {
  app = await startApp({ data: 'demo' })
  browser = await openBrowser()
  const { statusPath } = await given.lead(app, 'booking', { date: dayIn(30), notes: 'Con due seggiolini.' })
  paths = [
    ...templates,
    resultsPage,
    '/risultati-ricerca/?departure=Roma&destination=Otranto',
    '/richiesta/?departure=Aeroporto+Brindisi&destination=Gallipoli',
    '/tratte/lecce-otranto/',
    statusPath,
    '/non-esiste/',
  ]
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

/** Opens every page in one tab and returns the problems that `look` finds, each with its page. */
async function walk(options: PageOptions, look: (page: Page, path: string) => Promise<string[]>) {
  const page = await browser.page({ baseURL: app.origin, ...phone, ...options })
  const found: string[] = []
  for (const path of paths) {
    await page.goto(path)
    for (const problem of await look(page, path)) found.push(`${path}: ${problem}`)
  }
  return found
}

test('in the dark scheme every page is dark, and axe finds no problem', async () => {
  const found = await walk({ colorScheme: 'dark' }, async (page) => {
    const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    const bar = page.locator('meta[name=theme-color]').first()
    const isBarDark = (await bar.getAttribute('media')) === '(prefers-color-scheme: dark)'
    const isDark = (ground.match(/\d+/g) ?? []).slice(0, 3).every((part) => Number(part) < 64)
    return [
      ...(isDark ? [] : [`has the ground ${ground}`]),
      ...(isBarDark ? [] : ['has no dark colour for the bar of the browser']),
      ...(await axeProblems(page)),
    ]
  })
  expect(found).toEqual([])
})

test('in the dark scheme the request dialog with errors, the suggestions and the cookie choice are readable', async () => {
  const page = await browser.page({ baseURL: app.origin, ...phone, colorScheme: 'dark', isFirstVisit: true })
  await page.goto('/tratte/transfer-aeroporto-brindisi-gallipoli/')
  const consent = page.getByRole('dialog', { name: 'Gestione Cookie e Privacy' })
  await consent.waitFor()
  expect(await axeProblems(page)).toEqual([])
  await consent.getByRole('button', { name: 'Gestisci Preferenze' }).click()
  await consent.getByRole('switch').first().waitFor()
  expect(await axeProblems(page)).toEqual([])
  await consent.getByRole('button', { name: 'Rifiuta Tutto' }).click()
  await page.getByRole('button', { name: 'Chiama o scrivi' }).click()
  await page.getByRole('link', { name: 'CHIAMA ORA' }).waitFor()
  expect(await axeProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Partenza' }).fill('')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
  expect(await axeProblems(page)).toEqual([])
  // The bar is away while a text field has the focus.
  await page.getByRole('heading', { level: 1 }).tap()
  await page.getByRole('button', { name: 'RICHIEDI DISPONIBILITÀ' }).click()
  const dialog = page.getByRole('dialog', { name: 'Richiedi disponibilità' })
  await dialog.getByRole('button', { name: 'Avanti' }).click()
  await dialog.locator('[aria-invalid]').first().waitFor()
  expect(await axeProblems(page)).toEqual([])
})
