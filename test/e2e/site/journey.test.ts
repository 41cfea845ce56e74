import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { languages } from '../../../src/languages/messages.ts'
import { officeLanguage } from '../../../src/languages/office.ts'
import { openApp, startApp } from '../../app.ts'
import { axeProblems, hydrate, loadedBy, openBrowser, quiet, tabTo } from '../../browser.ts'
import { long } from '../../length.ts'
import { configureMail, configureOffice, office, openMailbox } from '../../mailbox.ts'

const app = await openApp({ data: 'demo' })

const phone = { viewport: { width: 390, height: 844 } }

test('on a phone, by keyboard alone: from Home to a price, to a request, to the operator’s mailbox', async () => {
  await using app = await startApp({ data: 'demo' })
  await using mailbox = await openMailbox()
  await configureOffice(app)
  await configureMail(app, mailbox)
  await using browser = await openBrowser()
  const page = await browser.page({ ...phone, baseURL: app.origin })

  await page.goto('/')
  expect(await axeProblems(page)).toEqual([])
  const departure = page.getByRole('combobox', { name: 'Partenza' })
  await tabTo(page, departure)
  await page.keyboard.type('bds')
  await page.getByRole('option', { name: /Aeroporto Brindisi/ }).waitFor()
  expect(await axeProblems(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => departure.inputValue()).toBe('Aeroporto Brindisi')
  const destination = page.getByRole('combobox', { name: 'Destinazione' })
  await tabTo(page, destination)
  await page.keyboard.type('galli')
  await page.getByRole('option', { name: /^Gallipoli/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => destination.inputValue()).toBe('Gallipoli')
  await tabTo(page, page.getByRole('button', { name: 'Verifica prezzo e disponibilità' }))
  await page.keyboard.press('Enter')

  await page.waitForURL('**/tratte/transfer-aeroporto-brindisi-gallipoli/')
  await page.getByRole('heading', { level: 1, name: /Aeroporto Brindisi.*Gallipoli/ }).waitFor()
  await expect.poll(() => page.getByText('110 €').first().isVisible()).toBe(true)
  expect(await axeProblems(page)).toEqual([])

  await tabTo(page, page.getByRole('button', { name: 'RICHIEDI DISPONIBILITÀ' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Richiedi disponibilità' })
  await dialog.waitFor()
  await expect.poll(() => dialog.getByLabel('Destinazione').inputValue()).toBe('Gallipoli')
  const next = dialog.getByRole('button', { name: 'Avanti' })
  await tabTo(page, dialog.getByRole('checkbox', { name: 'Non so ancora' }))
  await page.keyboard.press('Space')
  await tabTo(page, next)
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByLabel('Passeggeri'))
  await page.keyboard.press('3')
  await tabTo(page, next)
  await page.keyboard.press('Enter')
  await dialog.getByText('Passo 4 di 5').waitFor()
  await tabTo(page, next)
  await page.keyboard.press('Enter')
  const send = dialog.getByRole('button', { name: /invia/i })
  await tabTo(page, send)
  await page.keyboard.press('Enter')
  await dialog.getByText('Email richiesta').waitFor()
  expect(await axeProblems(page)).toEqual([])

  for (const [label, words] of [
    ['Nome e cognome', 'Anna Conte'],
    ['Telefono', '347 1234567'],
    ['Email', 'anna@example.com'],
  ] as const) {
    await tabTo(page, dialog.getByLabel(label))
    await page.keyboard.type(words)
  }
  await tabTo(page, dialog.getByRole('checkbox', { name: /Acconsento/ }))
  await page.keyboard.press('Space')
  await tabTo(page, send)
  await page.keyboard.press('Enter')
  await page.getByText('Richiesta Inviata con Successo!').first().waitFor()
  expect(await axeProblems(page)).toEqual([])

  const leads = await app.sql`
    select name, departure, destination, passengers, form_source, privacy_version from availability_requests`
  expect(leads).toEqual([
    {
      name: 'Anna Conte',
      departure: 'Aeroporto Brindisi',
      destination: 'Gallipoli',
      passengers: expect.stringContaining('3'),
      formSource: 'sticky-footer',
      privacyVersion: expect.stringMatching(/^\d{4}-\d\d$/),
    },
  ])
  await app.drain()
  for (const address of office) {
    const [mail] = mailbox.to(address)
    expect(mail?.text).toContain('347 1234567')
    expect(mail?.replyTo).toEqual(['anna@example.com'])
  }
  expect(mailbox.to('anna@example.com')).toHaveLength(1)
  expect(browser.problems()).toEqual([])
})

test('a request that cannot be sent says so, keeps the input, and shows the phone number', async () => {
  await using browser = await openBrowser()
  const page = await browser.page({ viewport: { width: 1280, height: 900 }, baseURL: app.origin })
  await page.goto('/tratte/transfer-aeroporto-brindisi-otranto/')
  await page.getByRole('button', { name: 'RICHIEDI DISPONIBILITÀ' }).click()
  const dialog = page.getByRole('dialog', { name: 'Richiedi disponibilità' })
  await dialog.getByLabel('Nome e cognome').fill('Anna Conte')
  await dialog.getByLabel('Telefono').fill('347 1234567')
  await dialog.getByLabel('Email').fill('anna@example.com')
  await dialog.getByRole('checkbox', { name: 'Non so ancora' }).check()
  await dialog.getByRole('checkbox', { name: /Acconsento/ }).check()
  await page.route('**/api/availability-requests', (route) => route.abort())
  await dialog.getByRole('button', { name: /invia/i }).click()
  await dialog.getByText(/Quello che hai scritto è ancora qui/).waitFor()
  await expect
    .poll(() => dialog.getByRole('link', { name: /0832/ }).getAttribute('href'))
    .toMatch(/^tel:\+39/)
  await expect.poll(() => dialog.getByLabel('Nome e cognome').inputValue()).toBe('Anna Conte')
  expect(await axeProblems(page)).toEqual([])
  await page.unroute('**/api/availability-requests')
  await dialog.getByRole('button', { name: /invia/i }).click()
  await page.getByText('Richiesta Inviata con Successo!').first().waitFor()
  await expect
    .poll(() => app.sql`select count(*)::int as count from availability_requests`)
    .toEqual([{ count: 1 }])
})

test(
  'every public page passes axe, without sideways scroll and console errors, from 320 to 1280 px',
  long,
  async () => {
    await using browser = await openBrowser()
    for (const width of [320, 768, 1280]) {
      const page = await browser.page({ viewport: { width, height: 800 }, baseURL: app.origin })
      for (const path of [
        '/',
        '/tratte/',
        '/tratte/transfer-aeroporto-bari-lecce/',
        '/risultati-ricerca/?departure=brindisi&destination=lecce',
        '/risultati-ricerca/?departure=lecce&destination=roma',
        '/prezzi/',
        '/prezzi/da-aeroporto-brindisi/',
        '/richiesta/',
      ]) {
        await page.goto(path)
        await hydrate(page)
        expect([path, width, await axeProblems(page)]).toEqual([path, width, []])
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect([path, width, overflow <= 0]).toEqual([path, width, true])
      }
    }
    expect(browser.problems()).toEqual([])
  },
)

test(
  'before the first interaction a page loads at most 25 KB of script and nothing from third parties, in each language',
  long,
  async () => {
    await using browser = await openBrowser()
    const italianPaths = ['/', '/tratte/', '/tratte/transfer-aeroporto-brindisi-gallipoli/', '/prezzi/']
    const paths = [...italianPaths]
    for (const path of italianPaths) {
      const { text } = await app.get(path)
      for (const language of languages.filter((one) => one !== officeLanguage))
        paths.push(
          new URL(text.match(new RegExp(`hreflang="${language}" href="([^"]+)"`))?.[1] ?? '').pathname,
        )
    }
    for (const path of paths) {
      const page = await browser.page({ ...phone, baseURL: app.origin })
      const files = loadedBy(page)
      await page.goto(path)
      await quiet(page)
      const loaded = await files()
      const bytes = (type: string) =>
        loaded.filter((one) => one.type === type).reduce((sum, one) => sum + one.bytes, 0)
      expect([
        path,
        bytes('script') <= 25_000,
        bytes('stylesheet') <= 15_000,
        bytes('document') <= 30_000,
      ]).toEqual([path, true, true, true])
      expect(bytes('font')).toBeLessThanOrEqual(60_000)
      expect(loaded.length).toBeLessThanOrEqual(12)
      expect(loaded.filter(({ url }) => !url.startsWith(app.origin))).toEqual([])
    }
  },
)

test.each(languages)(
  'the whole public application stays below 130 KB of compressed script in %s',
  (language) => {
    const client = path.join(import.meta.dirname, '..', '..', '..', 'dist', 'client')
    const manifest: Record<string, { file: string; imports?: string[]; dynamicImports?: string[] }> =
      JSON.parse(readFileSync(path.join(client, '.vite', 'manifest.json'), 'utf8'))
    const needed = new Set<string>()
    const languageOf = (key: string) =>
      languages.find((one) => manifest[key]?.file.startsWith(`assets/${one}-`))
    const need = (key: string) => {
      // A page loads the messages of its own language only.
      if (needed.has(key) || (languageOf(key) ?? language) !== language) return
      needed.add(key)
      for (const one of [...(manifest[key]?.imports ?? []), ...(manifest[key]?.dynamicImports ?? [])])
        need(one)
    }
    need('src/web/boot.ts')
    expect([...needed]).toContain('src/web/site/shell/app.tsx')
    expect([...needed].flatMap((key) => languageOf(key) ?? [])).toEqual([language])
    const bytes = [...needed].map((key) => statSync(path.join(client, `${manifest[key]?.file}.gz`)).size)
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(130_000)
  },
)
