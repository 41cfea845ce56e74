import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { languageWith } from '../../../src/languages/catalogs.ts'
import { type LanguageCode, languages } from '../../../src/languages/messages.ts'
import { localPath } from '../../../src/languages/paths.ts'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { hydrate } from '../../browser.ts'
import { changes, untranslated } from '../../changedPage.ts'
import { dayIn, given } from '../../given.ts'
import { inFull } from '../../length.ts'

// Translators, password managers and other extensions change the elements of a page before or after the app starts. What
// the visitor then chooses must have the same outcome as in a page that nobody has changed.

const { app, browser } = await openAppInBrowser({ data: 'demo' })

const routePath = '/tratte/transfer-aeroporto-brindisi-gallipoli/'
const ends = 'departure=Aeroporto+Brindisi&destination=Gallipoli'
const { text: routePage } = await app.get(routePath)

interface Visit {
  page: Page
  language: LanguageCode
}

/** Fills in the fields by name, because a translator changes the labels. */
const choose = (page: Page, name: string, value: string) =>
  page.locator(`main [name=${name}]`).selectOption(value)

async function fillRequest({ page }: Visit): Promise<void> {
  const form = page.locator('main form[method=post]')
  const values = { date: dayIn(30), time: '11:00', message: 'Due seggiolini', name: 'Anna Conte' }
  for (const [name, value] of Object.entries({
    ...values,
    phone: '+39 347 1234567',
    email: 'anna@example.com',
  }))
    await form.locator(`[name=${name}]`).fill(value)
  await form.locator('[name=privacyAccepted]').check()
}

interface Kind {
  path(language: LanguageCode): Promise<string> | string
  /** Chooses as the visitor does. */
  act(visit: Visit): Promise<void>
  /** Returns what the visitor sees at the end and what the server has stored. */
  outcome(visit: Visit): Promise<unknown>
}

/** Returns what the visitor sees of each element, without the marks of a translation. */
const seen = async (elements: Locator) =>
  (await elements.allInnerTexts()).map((text) => withPlainBlanks(untranslated(text)))

/** French has other blanks before some signs. */
const withPlainBlanks = (text: string) => text.replace(/\s+/g, ' ')

/** Waits until the page shows the fare of six passengers, and returns what the page says about it. */
async function fareOfSix({ page, language }: Visit): Promise<unknown> {
  const { t } = languageWith(language)
  const status = page.locator('main .trip-box p[role=status]')
  const offers = page.locator('main .offer')
  await expect
    .poll(async () => (await seen(status)).at(-1))
    .toContain(t('party.passengers', { count: 6 }).replaceAll('\u00a0', ' '))
  await expect.poll(() => seen(offers)).toContainEqual(expect.stringContaining('€'))
  return [await seen(offers), await seen(status)]
}

const kinds: Record<string, Kind> = {
  Home: {
    path: (language) => localPath(languageWith(language).t, '/'),
    async act({ page }) {
      for (const [name, text] of [
        ['departure', 'Aeroporto Brindisi'],
        ['destination', 'Gallipoli'],
      ] as const)
        await page.locator(`main [name=${name}]`).fill(text)
      // A place counts when the visitor leaves its field.
      await page.locator('h1').click()
      await choose(page, 'passeggeri', '6')
    },
    outcome: fareOfSix,
  },
  'the page of a route': {
    path: (language) =>
      new URL(routePage.match(new RegExp(`hreflang="${language}" href="([^"]+)"`))?.[1] ?? '').pathname,
    async act({ page }) {
      await choose(page, 'passeggeri', '6')
      await page.locator('main [name=giorno]').fill(dayIn(20))
    },
    outcome: fareOfSix,
  },
  'the results of a search': {
    path: (language) => `${localPath(languageWith(language).t, '/risultati-ricerca/')}?${ends}`,
    async act({ page }) {
      await choose(page, 'passeggeri', '6')
      await page.locator('main [name=ar]').check()
    },
    outcome: fareOfSix,
  },
  'the prices': {
    path: (language) => localPath(languageWith(language).t, '/prezzi/'),
    async act({ page }) {
      await page.locator('main summary').first().click()
      await choose(page, 'passeggeri', '6')
      await page.locator('.trip-box [type=submit]').click()
      await page.waitForURL('**passeggeri=6**')
    },
    outcome: ({ page }) => seen(page.locator('main')),
  },
  'the form of a request': {
    path: (language) => `${localPath(languageWith(language).t, '/richiesta/')}?${ends}`,
    async act(visit) {
      await fillRequest(visit)
      await choose(visit.page, 'passengers', '6')
    },
    async outcome({ page, language }) {
      const price = page.locator('main form [role=status].figures')
      await expect.poll(() => seen(price)).toEqual([expect.stringContaining('€')])
      const shown = await seen(price)
      await page.locator('main form [type=submit]').filter({ visible: true }).last().click()
      await expect
        .poll(() => seen(page.locator('main h1')))
        .toEqual([withPlainBlanks(languageWith(language).t('request.sent'))])
      const stored = await app.sql`
        select language, departure, destination, passengers, date, time, notes, name, quote
        from bookings order by id desc limit 1`
      return [...shown, ...stored]
    },
  },
  'the status of a request': {
    path: async (language) => (await given.lead(app, 'request', { language })).statusPath,
    async act({ page }) {
      await page.locator('main summary').first().click()
      await page.locator('main [name=text]').fill('Partiamo alle nove')
      await page.locator('main [value=modifica]').click()
    },
    async outcome({ page, language }) {
      const { t } = languageWith(language)
      const start = t('status.changeAsked', { moment: '' }).trim().split(' ').slice(0, 3).join(' ')
      await expect.poll(() => seen(page.locator('main'))).toEqual([expect.stringContaining(start)])
      return app.sql`select kind, text from customer_wishes order by id desc limit 1`
    },
  },
}

async function outcomeOf(
  { path, act, outcome }: Kind,
  language: LanguageCode,
  [change, isBefore]: [change: (page: Page) => Promise<void>, isBefore: boolean],
): Promise<unknown> {
  const page = await browser.page({ baseURL: app.origin })
  await page.goto(await path(language))
  if (!isBefore) await hydrate(page)
  await change(page)
  const visit = { page, language }
  await act(visit)
  const result = await outcome(visit)
  await page.context().close()
  return result
}

const unchanged = async () => {}

const ways = Object.entries(changes).flatMap(([what, change]) =>
  [true, false].map((isBefore) => ({ what, change, isBefore })),
)

const cases = Object.entries(kinds).flatMap(([name, kind], place) =>
  languages.map((language, turn) => ({
    name,
    kind,
    language,
    // The quick run tests each page in one language with three ways, and each way on at least one page.
    ways: ways.filter((_, at) => inFull(turn === place % languages.length && at % 5 === place % 5, true)),
  })),
)

test.each(cases.filter((one) => one.ways.length > 0))(
  'on $name in $language, what a visitor chooses counts as if nobody had changed the page',
  async ({ kind, language, ways }) => {
    const right = await outcomeOf(kind, language, [unchanged, false])
    for (const { what, change, isBefore } of ways) {
      const since = browser.problems().length
      const found = await outcomeOf(kind, language, [change, isBefore])
      expect({ what, isBefore, found }).toEqual({ what, isBefore, found: right })
      // React warns that it renders the page again, because it found other elements than the server's.
      const problems = browser
        .problems()
        .slice(since)
        .filter((line) => !line.includes('warning: Error: Minified React error #418'))
      expect({ what, isBefore, problems }).toEqual({ what, isBefore, problems: [] })
    }
  },
)

const appFile = '**/assets/app-*.js'
const prices = (page: Page) => seen(page.locator('main .offer b'))
const sedan = '110 €'

test('without the app a price disappears while the fields beside it have other values, and only then', async () => {
  const page = await browser.page({ baseURL: app.origin })
  await page.route(appFile, (route) => route.abort())
  await page.goto(routePath)
  await expect.poll(() => prices(page)).toEqual([sedan, '80 €'])
  await choose(page, 'passeggeri', '6')
  await expect.poll(() => prices(page)).toEqual(['', ''])
  await expect.poll(() => seen(page.locator('main .trip-box [role=status]').last())).toEqual([''])
  await choose(page, 'passeggeri', '2')
  await expect.poll(() => prices(page)).toEqual([sedan, '80 €'])
  await page.getByRole('radio', { name: /Economy/ }).check()
  await expect.poll(() => prices(page)).toEqual([sedan, '80 €'])
  await page.locator('main [name=giorno]').fill(dayIn(20))
  await expect.poll(() => prices(page)).toEqual(['', ''])
  await choose(page, 'passeggeri', '6')
  await page.getByRole('button', { name: 'Verifica prezzo e disponibilità' }).click()
  await page.waitForURL('**/risultati-ricerca/?*passeggeri=6*')
  await expect.poll(() => prices(page)).toEqual(['130 €', '120 €'])

  await page.goto(`/richiesta/?${ends}&passeggeri=2`)
  const price = page.locator('main form [role=status].figures')
  await expect.poll(() => seen(price)).toEqual([expect.stringContaining(sedan)])
  await page.locator('main [name=name]').fill('Anna Conte')
  await expect.poll(() => seen(price)).toEqual([expect.stringContaining(sedan)])
  await choose(page, 'passengers', '6')
  await expect.poll(() => seen(price)).toEqual([''])
})

test('if the app fails after a choice, the restored page does not show the price of other choices', async () => {
  const page = await browser.page({ baseURL: app.origin })
  await page.goto(routePath)
  await hydrate(page)
  await choose(page, 'passeggeri', '6')
  await expect.poll(() => prices(page)).toContain('130 €')
  await page.evaluate(() => {
    HTMLDialogElement.prototype.showModal = () => {
      throw new Error('broken on purpose')
    }
  })
  await page.locator('[data-app^="/"]').click()
  await page.locator('html[data-plain]').waitFor({ state: 'attached' })
  await expect.poll(() => page.locator('main [name=passeggeri]').inputValue()).toBe('6')
  await expect.poll(() => prices(page)).toEqual(['', ''])
})

test('while a price is loading, no price of other choices is visible, and the vehicles can be chosen', async () => {
  const page = await browser.page({ baseURL: app.origin })
  await page.goto(`/?${ends}`)
  await hydrate(page)
  await expect.poll(() => prices(page)).toContain(sedan)
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/fares?*', (route) => answer.promise.then(() => route.continue()))
  await choose(page, 'passeggeri', '6')
  await expect.poll(() => prices(page)).toEqual(['', ''])
  await page.getByRole('radio', { name: /Economy/ }).check()
  const message = await page.locator('#parla a[href^="https://wa.me/"]').getAttribute('href')
  expect(decodeURIComponent(message ?? '')).not.toContain('€')
  answer.resolve()
  await expect.poll(() => prices(page)).toEqual(['130 €', '120 €'])
})

test('what the visitor opened, typed and focused before React renders a changed page again is still there', async () => {
  const page = await browser.page({ baseURL: app.origin, viewport: { width: 390, height: 844 } })
  const late = Promise.withResolvers<void>()
  await page.route(appFile, (route) => late.promise.then(() => route.continue()))
  await page.goto('/prezzi/')
  await changes['a translation into nl']?.(page)
  // React renders the page without the button of an extension.
  await page.evaluate(() => document.querySelector('main form')?.prepend(document.createElement('button')))
  await page.locator('main summary').first().click()
  const departure = page.locator('main [name=departure]')
  await departure.fill('Lecce')
  await page.evaluate(() => document.getElementById('parla')?.showPopover())
  late.resolve()
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  await expect.poll(() => departure.inputValue()).toBe('Lecce')
  await expect.poll(() => departure.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.locator('#parla').waitFor()
  // The footer is a part that only the server renders.
  await expect.poll(() => seen(page.locator('footer'))).toEqual([expect.stringContaining('0832 000000')])
})

test('a press while the app of a changed page is loading counts', async () => {
  const page = await browser.page({ baseURL: app.origin })
  let late = Promise.withResolvers<void>()
  await page.route(appFile, (route) => late.promise.then(() => route.continue()))
  await page.goto('/prezzi/')
  await changes['a password manager']?.(page)
  await page.locator('main summary').first().click()
  await choose(page, 'passeggeri', '6')
  await page.locator('.trip-box [type=submit]').click()
  late.resolve()
  await page.waitForURL('**/prezzi/?passeggeri=6*')

  late = Promise.withResolvers<void>()
  await page.goto(routePath)
  await changes['a translation into ru']?.(page)
  await choose(page, 'passeggeri', '6')
  await page.locator('[data-app^="/"]').click()
  late.resolve()
  await expect.poll(() => page.locator('dialog[open] [name=passengers]').inputValue()).toBe('6')
})
