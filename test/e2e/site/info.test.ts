import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { consentKey, draftKeys } from '../../../src/modules/settings/privacy/contract.ts'
import { eventually, openApp, startApp } from '../../app.ts'
import { axeProblems, hydrate, openBrowser } from '../../browser.ts'
import { long } from '../../length.ts'
import { asStaff } from '../../mailbox.ts'

const app = await openApp({ data: 'demo' })

test(
  'the text pages pass axe, without sideways scroll and console errors, at 320 and 1280 px',
  long,
  async () => {
    await using browser = await openBrowser()
    for (const width of [320, 1280]) {
      const page = await browser.page({ viewport: { width, height: 800 }, baseURL: app.origin })
      for (const path of [
        '/aziende/',
        '/contatti/',
        '/privacy-policy/',
        '/termini-condizioni/',
        '/under-construction/',
      ]) {
        await page.goto(path)
        // The first interaction loads React, which must find the markup of the server unchanged.
        await hydrate(page)
        expect([path, width, await axeProblems(page)]).toEqual([path, width, []])
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect([path, width, overflow <= 0]).toEqual([path, width, true])
      }
      await page.setViewportSize({ width: 768, height: 800 })
      await page.goto('/privacy-policy/')
      const lines = await page.getByRole('rowheader', { name: consentKey }).evaluate((cell) => {
        const words = document.createRange()
        words.selectNodeContents(cell)
        return words.getClientRects().length
      })
      expect([width, lines]).toEqual([width, 1])
    }
    expect(browser.problems()).toEqual([])
  },
)

test('a message that cannot be sent says so, keeps the input, and shows the phone number', long, async () => {
  await using browser = await openBrowser()
  const page = await browser.page({ viewport: { width: 390, height: 844 }, baseURL: app.origin })
  await page.goto('/contatti/')
  await page.getByLabel('Nome e cognome').fill('Anna Conte')
  await page.getByLabel('Telefono').fill('347 1234567')
  await page.getByLabel('Email').fill('anna@')
  await page.getByRole('button', { name: 'INVIA MESSAGGIO' }).click()
  await page.getByText('Completa l’indirizzo email prima e dopo la @').waitFor()
  await page.getByText('Devi accettare la Privacy Policy per continuare').waitFor()
  expect(await axeProblems(page)).toEqual([])
  await page.getByLabel('Email').fill('anna@example.com')
  await page.getByRole('checkbox').check()
  // The call fails only after the test has checked how the form looks during the sending.
  const seen = Promise.withResolvers<void>()
  await page.route('**/api/contacts', async (route) => {
    await seen.promise
    await route.abort()
  })
  await page.getByRole('button', { name: 'INVIA MESSAGGIO' }).click()
  await page.getByText('Invio messaggio...').waitFor()
  seen.resolve()
  await page.getByRole('alert').getByText("Errore nell'invio del messaggio").waitFor()
  await page.getByText(/Quello che hai scritto è ancora qui/).waitFor()
  await expect.poll(() => page.getByLabel('Nome e cognome').inputValue()).toBe('Anna Conte')
  await page.unroute('**/api/contacts')
  await page.getByRole('button', { name: 'INVIA MESSAGGIO' }).click()
  const note = page.getByRole('status').filter({ hasText: 'Messaggio inviato con successo!' })
  await note.waitFor()
  const [{ code }] = await app.sql<[{ code: string }]>`select code from contacts`
  await note.getByText(code).waitFor()
  await expect
    .poll(() => app.sql`select name, privacy_version from contacts`)
    .toEqual([{ name: 'Anna Conte', privacyVersion: expect.any(String) }])
})

test(
  'the structured-data test reads the site’s schemas, copies them, and says when they cannot be read',
  long,
  async () => {
    await using browser = await openBrowser()
    const page = await browser.page({
      baseURL: app.origin,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.goto('/rich-snippets-test/')
    await page.getByText('Operativo').waitFor()
    const { text: html } = await app.get('/api/rich-snippets/test')
    const fact = (title: string) =>
      page.locator('dl > div').filter({ has: page.getByText(title, { exact: true }) })
    const box = (title: string) => page.getByRole('region', { name: title, exact: true }).locator('pre')
    await expect.poll(() => fact('Schemi trovati').locator('dd').textContent()).toBe('8')
    await expect
      .poll(async () => (await fact('Tipi').getByRole('listitem').allTextContents()).toSorted())
      .toEqual(['BreadcrumbList', 'LocalBusiness', 'Service', 'TaxiService', 'WebSite'])
    await expect.poll(() => box('HTML').textContent()).toBe(html)
    await expect.poll(async () => JSON.parse((await box('JSON-LD').textContent()) ?? '')).toHaveLength(8)
    const [, title = 'none'] = html.match(/<h1[^>]*>(.*?)<\/h1>/) ?? []
    await expect.poll(() => box('Anteprima').textContent()).toContain(title)
    await expect
      .poll(() =>
        page
          .getByRole('main')
          .locator('a[target="_blank"]')
          .evaluateAll((all) =>
            all.map((link) => [link.textContent, (link as HTMLAnchorElement).host].join(': ')),
          ),
      )
      .toEqual([
        'Test dei risultati avanzati di Google: search.google.com',
        'Validatore di schema.org: validator.schema.org',
        'Google Search Console: search.google.com',
      ])
    await page.getByRole('button', { name: 'Copia JSON-LD' }).click()
    await page.getByText('Copiato!').waitFor()
    await expect
      .poll(async () => JSON.parse(await page.evaluate(() => navigator.clipboard.readText())))
      .toHaveLength(8)
    await page.getByRole('button', { name: 'Copia HTML' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(html)
    await page.getByRole('button', { name: 'Copia Anteprima' }).click()
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(await box('Anteprima').textContent())
    expect(await axeProblems(page)).toEqual([])
    expect(browser.problems()).toEqual([])
    await page.evaluate(() =>
      Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error('no')) }),
    )
    await page.getByRole('button', { name: 'Copia HTML' }).click()
    await page.getByText('Impossibile copiare negli appunti').waitFor()
    await page.route('**/api/rich-snippets/test', (route) => route.fulfill({ status: 500, body: 'boom' }))
    await page.getByRole('button', { name: 'Ripeti il test' }).click()
    await page.getByText('HTTP 500: boom').waitFor()
    const state = page.getByRole('status').filter({ hasText: 'Stato:' })
    await expect.poll(() => state.textContent()).toBe('Stato: Errore')
    expect(await axeProblems(page)).toEqual([])
  },
)

test('in maintenance a visitor can still call, and React hydrates the page without changes', async () => {
  await using app = await startApp({ data: 'demo' })
  await asStaff(app, 'PUT /api/admin/site-settings', { isLive: false })
  await eventually(async () => expect((await app.get('/')).status).toBe(503))
  await using browser = await openBrowser()
  const page = await browser.page({ viewport: { width: 390, height: 844 }, baseURL: app.origin })
  await page.goto('/tratte/')
  await hydrate(page)
  await expect
    .poll(() => page.getByRole('link', { name: /^Chiama/ }).getAttribute('href'))
    .toMatch(/^tel:\+39/)
  expect(await axeProblems(page)).toEqual([])
  expect(browser.problems().filter((line) => !line.includes('503'))).toEqual([])
})

test('visitors’ input is stored under the names that the privacy notice lists, and under no other', async () => {
  await using browser = await openBrowser()
  const page = await browser.page({ viewport: { width: 1280, height: 900 }, baseURL: app.origin })
  const kept = () => page.evaluate(() => [...Object.keys(sessionStorage), ...Object.keys(localStorage)])
  const found = new Set<string>()
  const type = async (within: Locator) => {
    await within.getByLabel('Telefono').fill('347 1234567')
    await expect.poll(async () => (await kept()).length).toBe(2)
    for (const key of await kept()) found.add(key.split(' ')[0] ?? '')
    await page.evaluate(() => sessionStorage.clear())
  }
  await page.goto('/contatti/')
  await type(page.getByRole('main'))
  await page.goto('/richiesta/')
  await type(page.getByRole('main'))
  await page.goto('/tratte/transfer-aeroporto-brindisi-gallipoli/')
  await page.locator('main [name=passeggeri]').selectOption('5')
  await page.getByRole('button', { name: 'RICHIEDI DISPONIBILITÀ' }).click()
  await type(page.getByRole('dialog'))
  expect([...found].sort()).toEqual([consentKey, ...Object.values(draftKeys)].sort())
  await page.goto('/privacy-policy/')
  const table = page.getByRole('table', { name: 'Cookie e memorie del browser' })
  for (const key of found) await table.getByText(key).first().waitFor()
  expect(browser.problems()).toEqual([])
})
