import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { languageWith } from '../../../src/languages/catalogs.ts'
import { languages } from '../../../src/languages/messages.ts'
import { localPath } from '../../../src/languages/paths.ts'
import { eventually, startApp } from '../../app.ts'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems, hydrate, type PageOptions, quiet } from '../../browser.ts'
import { long } from '../../length.ts'

// Tests statements of docs/spec-public.md about screens and behaviour. The tests share one app.

const { app, browser } = await openAppInBrowser({ data: 'demo' })

const phone = { viewport: { width: 390, height: 844 }, screen: { width: 390, height: 844 } }
const desktop = { viewport: { width: 1280, height: 800 } }
const gallipoli = '/tratte/transfer-aeroporto-brindisi-gallipoli/'

const paused = new WeakSet<Page>()

/** Opens a page and waits for hydration. With `isPaused` the clock then moves only when a test moves it. */
async function open(path: string, { isPaused, ...options }: PageOptions & { isPaused?: boolean } = {}) {
  const page = await browser.page({ baseURL: app.origin, ...desktop, ...options })
  if (isPaused) {
    paused.add(page)
    await page.clock.install()
  }
  await page.goto(path)
  await hydrate(page)
  if (isPaused) await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
  return page
}

const box = async (locator: Locator) => {
  const found = await locator.boundingBox()
  if (!found) throw new Error(`${locator} is not shown`)
  return found
}

async function runUntil(page: Page, locator: Locator): Promise<void> {
  for (let tries = 0; paused.has(page) && tries < 50 && !(await locator.isVisible()); tries++)
    await page.clock.runFor(100)
  await locator.waitFor()
}

const toastClose = (page: Page) => page.getByRole('button', { name: 'Chiudi la notifica' })

async function fillPerson(within: Page | Locator): Promise<void> {
  await within.getByLabel('Nome e cognome').fill('Anna Conte')
  await within.getByLabel('Telefono').fill('347 1234567')
  await within.getByLabel('Email').fill('anna@example.com')
}

const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement)

test('the header is sticky, links to five pages, and marks the current one; on a phone its menu closes on choice', async () => {
  const page = await open(gallipoli)
  const header = page.getByRole('banner')
  await expect
    .poll(() => header.getByRole('link', { name: /pagina iniziale/ }).getAttribute('href'))
    .toBe('/')
  const links = page.getByRole('navigation', { name: 'Principale' }).getByRole('link')
  await expect
    .poll(() => links.allTextContents())
    .toEqual(['Home', 'Tratte', 'Aziende', 'Prezzi', 'Contatti'])
  await expect
    .poll(() => links.evaluateAll((all) => all.map((link) => link.getAttribute('href'))))
    .toEqual(['/', '/tratte/', '/aziende/', '/prezzi/', '/contatti/'])
  const current = () => links.evaluateAll((all) => all.map((link) => link.getAttribute('aria-current')))
  await expect.poll(current).toEqual([null, 'true', null, null, null])
  await expect.poll(() => page.getByRole('button', { name: 'Menu', exact: true }).isVisible()).toBe(false)
  await page.evaluate(() => scrollTo(0, 1500))
  await expect.poll(async () => (await box(header)).y).toBe(0)

  // With large text the links do not fit beside each other, so the page shows the menu of a phone.
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await page.getByRole('button', { name: 'Menu', exact: true }).waitFor()
  await expect.poll(() => links.first().isVisible()).toBe(false)

  await page.setViewportSize(phone.viewport)
  await page.goto('/')
  await expect.poll(() => page.getByRole('navigation', { name: 'Principale' }).isVisible()).toBe(false)
  const button = page.getByRole('button', { name: 'Menu', exact: true })
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await button.click()
  await menu.waitFor()
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true')
  expect(await axeProblems(page)).toEqual([])
  await expect
    .poll(() => menu.getByRole('link').allTextContents())
    .toEqual([
      'Home',
      'Tratte',
      'Aziende',
      'Prezzi',
      'Contatti',
      'Italiano',
      'Deutsch',
      'English',
      'Français',
    ])
  await button.click()
  await menu.waitFor({ state: 'hidden' })
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false')
  await button.click()
  await menu.getByRole('link', { name: 'Aziende' }).click()
  await page.waitForURL('**/aziende/')
  await expect.poll(() => menu.isVisible()).toBe(false)
  await button.click()
  await expect
    .poll(() => menu.getByRole('link', { name: 'Aziende' }).getAttribute('aria-current'))
    .toBe('page')
})

test('in each language the words of the header stay on their lines, from a small phone to a desktop', async () => {
  const page = await browser.page({ baseURL: app.origin })
  for (const { t } of languages.map(languageWith)) {
    await page.goto(localPath(t, '/'))
    for (const width of [320, 390, 480, 768, 991, 992, 1008, 1024, 1072, 1119, 1120, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      const broken = await page.evaluate(() => {
        const header = document.querySelector('header')
        const isTwice = (element: Element) => {
          const range = document.createRange()
          range.selectNodeContents(element)
          const text = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
          return new Set(text.map(({ bottom }) => Math.round(bottom / 12))).size > 2
        }
        const words = [...(header?.querySelectorAll('a:not([aria-label]), summary') ?? [])].filter((one) =>
          one.checkVisibility(),
        )
        return [
          ...words.filter(isTwice).map(({ textContent }) => textContent),
          ...((header?.scrollWidth ?? 0) > innerWidth ? ['too wide'] : []),
          ...(words.length > 0 ? [] : ['no words']),
        ]
      })
      expect([t.language, width, broken]).toEqual([t.language, width, []])
    }
  }
})

test('the footer has four columns on a wide screen and one on a phone', async () => {
  for (const [options, columns] of [
    [desktop, 4],
    [phone, 1],
  ] as const) {
    const page = await open('/aziende/', options)
    const footer = page.getByRole('contentinfo')
    const tagline = footer.getByText('Servizio transfer professionale nel Salento')
    const heads = footer.getByRole('heading')
    await expect.poll(() => heads.allTextContents()).toEqual(['Contatti', 'Dove operiamo', 'Naviga'])
    const starts = [await box(tagline), ...(await Promise.all((await heads.all()).map(box)))]
    expect(new Set(starts.map(({ x }) => Math.round(x))).size).toBe(columns)
  }
})

test('every page opens at its top, also after scrolling far down on the page before', async () => {
  const page = await open('/tratte/', phone)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Prezzi' }).click()
  await page.waitForURL('**/prezzi/')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test(
  'suggestions start with hubs, then at three characters, omit the other place, and close on choice and outside clicks',
  long,
  async () => {
    const page = await open('/')
    const [from, to] = [
      page.getByRole('combobox', { name: 'Partenza' }),
      page.getByRole('combobox', { name: 'Destinazione' }),
    ]
    const list = page.getByRole('listbox')
    const asked: string[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname === '/api/locations/search') asked.push(url.search)
    })
    await from.focus()
    await page.getByRole('option', { name: /^Aeroporto Brindisi/ }).waitFor()
    await expect.poll(async () => await page.getByRole('option').count()).toBeGreaterThan(5)
    expect(asked.splice(0)).toHaveLength(1)
    await from.fill('br')
    await page.getByText('Inserisci almeno 3 caratteri per cercare').waitFor()
    await expect.poll(() => from.getAttribute('aria-expanded')).toBe('false')
    expect(asked).toEqual([])
    await from.fill('zzzz')
    await page.getByText('Nessuna località trovata per "zzzz"').waitFor()
    expect(await axeProblems(page)).toEqual([])

    await from.fill('brindisi')
    await list.waitFor()
    await page.getByRole('option', { name: /^Aeroporto Brindisi/ }).click()
    await expect.poll(() => from.inputValue()).toBe('Aeroporto Brindisi')
    // The focus has moved to the empty destination field, so the list of the departure is closed.
    await expect.poll(() => from.getAttribute('aria-expanded')).toBe('false')

    await to.fill('brindisi')
    await list.waitFor()
    const options = page.getByRole('option')
    await expect
      .poll(async () =>
        (await options.allTextContents()).some((text) => text.startsWith('Stazione Brindisi')),
      )
      .toBe(true)
    await expect
      .poll(async () =>
        (await options.allTextContents()).some((text) => text.startsWith('Aeroporto Brindisi')),
      )
      .toBe(false)
    expect(asked.at(-1)).toContain('exclude=4')
    await page.getByRole('heading', { level: 1 }).click()
    await list.waitFor({ state: 'hidden' })

    await to.fill('gallipoli')
    await list.waitFor()
    await page.getByRole('button', { name: 'Cancella il testo' }).last().click()
    await expect.poll(async () => [await to.inputValue(), await isFocused(to)]).toEqual(['', true])
    // Without a departure, the destination field offers Brindisi airport again.
    await page.getByRole('button', { name: 'Cancella il testo' }).click()
    await to.fill('bds')
    await page
      .getByRole('option', { name: /^Aeroporto Brindisi/ })
      .first()
      .waitFor()
    expect(asked.at(-1)).not.toContain('exclude')

    await page.route('**/api/locations/search*', (route) => route.fulfill({ status: 500, body: 'boom' }))
    await to.fill('lecce')
    await page.getByText('Nessuna località trovata per "lecce"').waitFor()
    await expect.poll(() => toastClose(page).count()).toBe(0)
  },
)

test(
  'a toast is at the top of a phone and bottom right elsewhere, one at a time, for five seconds, longer under pointer or focus',
  long,
  async () => {
    const page = await open('/contatti/', { isPaused: true })
    const alert = page.getByRole('alert')
    await fillPerson(page)
    await page.getByRole('checkbox', { name: /^Acconsento/ }).check()
    await page.route('**/api/contacts', (route) => route.fulfill({ status: 500, body: 'boom' }))
    // Waits until the first message ("sending") is replaced by the second ("failed").
    const warn = async () => {
      const refused = page.waitForResponse('**/api/contacts')
      await page.getByRole('button', { name: 'INVIA MESSAGGIO' }).click()
      await refused
      await expect.poll(() => page.getByText('Invio messaggio...').count()).toBe(0)
      await runUntil(page, alert.getByText("Errore nell'invio del messaggio"))
    }
    await warn()
    // The toast moves while it appears.
    await expect.poll(async () => (await box(alert)).y).toBeGreaterThan(550)
    const { x, y, width } = await box(alert)
    expect(x + width).toBeGreaterThan(1200)
    await page.clock.runFor(4_900)
    await warn()
    await expect.poll(() => toastClose(page).count()).toBe(1)
    await page.clock.runFor(4_900)
    await expect.poll(() => alert.isVisible()).toBe(true)
    await page.mouse.move(x + 20, y + 20)
    await page.mouse.move(x + 25, y + 25)
    await page.clock.runFor(20_000)
    await expect.poll(() => alert.isVisible()).toBe(true)
    await page.mouse.move(5, 5)
    await page.clock.runFor(5_000)
    await alert.waitFor({ state: 'hidden' })

    await warn()
    await toastClose(page).focus()
    await page.clock.runFor(20_000)
    await toastClose(page).press('Enter')
    await alert.waitFor({ state: 'hidden' })

    await page.setViewportSize(phone.viewport)
    await warn()
    await expect.poll(async () => (await box(alert)).y).toBeLessThan(100)
  },
)

test('on a phone the toast covers no line of the note about a sent message', long, async () => {
  const page = await open('/contatti/', phone)
  await fillPerson(page)
  await page.getByRole('checkbox', { name: /^Acconsento/ }).check()
  await page.getByRole('button', { name: 'INVIA MESSAGGIO' }).click()
  const note = page.locator('form [role="status"]').getByText('Messaggio inviato con successo!')
  await page.locator('[aria-live="polite"]').getByText('Messaggio inviato con successo!').waitFor()
  const gap = async () => {
    const toast = await box(toastClose(page).locator('xpath=..'))
    return (await box(note)).y - toast.y - toast.height
  }
  await expect.poll(gap).toBeGreaterThan(0)
})

test('contact page: a failure is reported with the text of the specification', long, async () => {
  const page = await open('/contatti/')
  await fillPerson(page)
  await page.getByRole('checkbox', { name: /^Acconsento/ }).check()
  await page.route('**/api/contacts', (route) => route.fulfill({ status: 500, body: 'boom' }))
  await page.getByRole('button', { name: 'INVIA MESSAGGIO' }).click()
  const alert = page.getByRole('alert')
  await alert.getByText("Errore nell'invio del messaggio").waitFor()
  await alert
    .getByText(/^Si è verificato un problema\. Riprova o contattaci direttamente al telefono\./)
    .waitFor()
  // A success toast has another colour and does not interrupt screen readers.
  const edge = () =>
    toastClose(page)
      .locator('xpath=..')
      .evaluate((card) => getComputedStyle(card).borderLeftColor)
  const destructive = await edge()
  await page.unroute('**/api/contacts')
  await page.getByRole('button', { name: 'INVIA MESSAGGIO' }).click()
  await alert.waitFor({ state: 'hidden' })
  await page.locator('[aria-live="polite"]').getByText('Messaggio inviato con successo!').waitFor()
  await expect.poll(edge).not.toBe(destructive)
})

test('prices: each hub has its tables with their columns, cards on a phone, and texts for loading, error and empty', async () => {
  const page = await open('/prezzi/')
  const tables = page.getByRole('table')
  const heads = (await tables.evaluateAll((all) =>
    all.map((table) => [
      table.querySelector('caption')?.textContent,
      ...[...table.querySelectorAll('thead th')].map((head) => head.firstChild?.textContent?.trim()),
    ]),
  )) as string[][]
  const privately = ['1-3 PAX', '4-8 PAX']
  const shared = ['min 2 PAX', '3-4 PAX', '5-7 PAX']
  const [start, end] = ['Destinazione', 'Km / Tempo']
  expect(heads).toEqual([
    ['Prezzi da Aeroporto Brindisi', start, 'Privato', 'Economy condiviso', end, ...privately, ...shared],
    ['Prezzi da Aeroporto Bari', start, 'Privato', end, ...privately],
    ['Prezzi da Stazione Lecce', start, 'Privato', 'Economy condiviso', end, ...privately, ...shared],
  ])
  const row = page.getByRole('row', { name: /^Gallipoli / }).first()
  await expect
    .poll(async () =>
      (await row.getByRole('cell').allTextContents()).map((text) => text.replaceAll('\u00a0', ' ')),
    )
    .toEqual(['110 €', '130 €', '40 €', '110 €', '120 €', '84 km / 1 h'])
  // On a tablet the titles of the seven columns, distance and duration each have one line.
  await page.setViewportSize({ width: 768, height: 1024 })
  const lines = () =>
    page.locator('.prices :is(thead th, td:last-child)').evaluateAll((cells) =>
      cells.map(({ firstChild }) => {
        const range = document.createRange()
        if (firstChild) range.selectNode(firstChild)
        return range.getClientRects().length
      }),
    )
  await expect.poll(async () => Math.max(...(await lines()))).toBe(1)
  await page.setViewportSize(phone.viewport)
  const card = page.locator('.prices tbody tr').first()
  const [name, ...cells] = await Promise.all((await card.locator('th, td[data-band]').all()).map(box))
  expect(cells.every(({ y }) => y > (name?.y ?? Infinity))).toBe(true)
  await expect.poll(() => card.locator('td').first().getAttribute('data-band')).toBe('Privato, 1-3')
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0)
})

test(
  'the lists find every route while the visitor types, jump to a hub below the header, and keep their heads visible',
  long,
  async () => {
    for (const [path, label] of [
      ['/prezzi/', 'Filtra per destinazione'],
      ['/tratte/', 'Filtra per località'],
    ] as const) {
      const page = await open(path)
      const rows = page.locator('.prices tbody tr')
      await expect.poll(() => rows.count()).toBe(30)
      // The overview of all hubs does not show Vernole.
      await expect.poll(() => page.getByRole('link', { name: 'Vernole' }).count()).toBe(0)
      await page.getByLabel(label).fill('vernol')
      await page.getByRole('link', { name: 'Vernole' }).first().waitFor()
      await expect
        .poll(() => rows.locator('th').allTextContents())
        .toEqual(await page.getByRole('link', { name: 'Vernole' }).allTextContents())
      await page.getByLabel(label).fill('')
      await expect.poll(() => rows.count()).toBe(30)
      expect(await axeProblems(page)).toEqual([])
      await page.getByRole('navigation', { name: 'Punti di partenza' }).getByRole('link').last().click()
      const header = page.getByRole('banner')
      const bottom = async () => (await box(header)).y + (await box(header)).height
      await expect
        .poll(async () => {
          const { y } = await box(page.getByRole('heading', { name: /Stazione Lecce$/ }))
          return y >= (await bottom()) && y < 300
        })
        .toBe(true)
      const last = page.getByRole('table').last()
      await last
        .getByRole('row')
        .nth(8)
        .evaluate((row) => row.scrollIntoView({ block: 'center', behavior: 'instant' }))
      await page.evaluate(() => scrollBy({ top: 150, behavior: 'instant' }))
      await expect
        .poll(async () => Math.abs((await box(last.locator('thead'))).y - (await bottom())))
        .toBeLessThanOrEqual(1)
    }
  },
)

test('the lists are at most a third as high as with all routes on one page', async () => {
  // Heights of the two pages in pixels, on a phone and on a desktop, when each page still listed all bundled routes.
  const before = { '/prezzi/': [12_578, 40_719], '/tratte/': [7_980, 10_906] }
  for (const [path, [small = 0, large = 0]] of Object.entries(before)) {
    const page = await open(path, phone)
    const height = () => page.evaluate(() => document.documentElement.scrollHeight)
    // On a phone the search form and the footer alone are a third of the earlier height of `/tratte/`.
    expect((await height()) / small).toBeLessThan(path === '/tratte/' ? 0.55 : 1 / 3)
    await page.setViewportSize(desktop.viewport)
    await expect.poll(async () => (await height()) / large).toBeLessThan(1 / 3)
  }
})

test('prices that are not in the page are requested once, and again only by “Ricarica Pagina”', async () => {
  await using bare = await startApp()
  const page = await browser.page({ baseURL: bare.origin, ...phone })
  await page.clock.install()
  let asked = 0
  let isHeld = true
  const none = {
    kind: 'prices',
    list: { hub: '', search: '', page: 1, totalPages: 1, isIndexed: true, hubs: [], groups: [] },
  }
  const answers = [{ status: 500, body: 'boom' }, { json: { view: none } }]
  await page.route('**/api/pages?*', async (route) => {
    asked += 1
    while (isHeld) await new Promise((done) => setTimeout(done, 20))
    await route.fulfill(answers.shift() ?? {})
  })
  await page.goto('/prezzi/')
  await page.mouse.move(5, 5)
  await page.mouse.move(9, 9)
  await page.getByText('Caricamento prezzi...').waitFor()
  isHeld = false
  await page.getByText('Errore nel caricamento dei prezzi').waitFor()
  expect(await axeProblems(page)).toEqual([])
  await page.clock.fastForward(600_000)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await quiet(page)
  expect(asked).toBe(1)
  await page.getByRole('button', { name: 'Ricarica Pagina' }).click()
  await page.getByText('Nessun dato disponibile').waitFor()
  await expect
    .poll(() => page.getByRole('main').getByRole('link', { name: /^\+39/ }).getAttribute('href'))
    .toMatch(/^tel:\+39/)
  expect(asked).toBe(2)
})

test(
  'the bar hides while a field has focus or the keyboard covers the screen, and returns 100 ms later',
  long,
  async () => {
    const page = await open('/', { ...phone, isPaused: true, hasTouch: true, isMobile: true })
    const bar = page.getByRole('region', { name: 'Contattaci' })
    const isAway = () => bar.evaluate((element: HTMLElement) => element.inert)
    const field = page.getByRole('combobox', { name: 'Partenza' })
    await expect.poll(async () => [await isAway(), (await box(bar)).y < 844]).toEqual([false, true])
    await field.focus()
    await expect.poll(isAway).toBe(true)
    await expect.poll(async () => (await box(bar)).y).toBeGreaterThanOrEqual(844)
    await field.blur()
    await page.clock.runFor(99)
    await expect.poll(isAway).toBe(true)
    await page.clock.runFor(1)
    await expect.poll(isAway).toBe(false)
    // The keyboard counts as open if the window is lower than 75 % of its greatest height: 633 of 844 px.
    for (const [height, gives] of [
      [632, true],
      [634, false],
    ] as const) {
      const low = await open('/', { ...phone, hasTouch: true, isMobile: true })
      const lowBar = low.getByRole('region', { name: 'Contattaci' })
      await low.setViewportSize({ width: 390, height })
      await expect.poll(() => lowBar.evaluate((element: HTMLElement) => element.inert)).toBe(gives)
    }
    // A computer has no on-screen keyboard, so its bar stays.
    const computer = await open('/', { viewport: { width: 1280, height: 800 } })
    await computer.getByRole('combobox', { name: 'Partenza' }).click()
    await computer.getByRole('option', { name: 'Aeroporto Brindisi' }).waitFor()
    await computer.getByRole('region', { name: 'Contattaci' }).getByText('Chiama o scrivi').click()
  },
)
test('a browser that refuses storage shows the cookie dialog on each page, and every call on the maintenance page counts', async () => {
  const page = await browser.page({ baseURL: app.origin, ...phone, isFirstVisit: true })
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new Error('storage is off')
      },
    })
  })
  await page.goto('/under-construction/')
  const dialog = page.getByRole('dialog', { name: 'Gestione Cookie e Privacy' })
  await dialog.waitFor()
  expect(browser.problems().some((line) => line.includes('Consenso non leggibile'))).toBe(true)
  await dialog.getByRole('button', { name: 'Solo Cookie Necessari', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: /^Chiama/ }).click()
  await eventually(async () =>
    expect(await app.sql`select kind, path, count from contact_taps`).toEqual([
      { kind: 'call', path: '/under-construction/', count: 1 },
    ]),
  )
})

test('Google Analytics anonymises addresses', async () => {
  await app.sql`insert into google_analytics_configurations (measurement_id, is_active) values ('G-ABCDEF1234', true)`
  await eventually(async () =>
    expect((await app.get('/api/google-analytics/active')).body).toMatchObject({ isActive: true }),
  )
  const page = await browser.page({ baseURL: app.origin, ...desktop, isFirstVisit: true })
  await page.route('https://www.googletagmanager.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  )
  await page.goto('/aziende/')
  await page.getByRole('button', { name: 'Accetta Tutti i Cookie' }).click()
  const config = () =>
    page.evaluate(() =>
      (window.dataLayer ?? [])
        .map((one) => Array.from(one as ArrayLike<unknown>))
        .find(([command]) => command === 'config'),
    )
  await expect
    .poll(config)
    .toEqual(['config', 'G-ABCDEF1234', expect.objectContaining({ anonymize_ip: true })])
})

test('no page reported an error that these tests did not cause', () => {
  const expected = /Failed to load resource|net::ERR_FAILED|Consenso non (leggibile|salvato)/
  expect(browser.problems().filter((line) => !expected.test(line))).toEqual([])
})

test('on paper the price list is a complete table, without controls that only a screen can use', async () => {
  const page = await open('/prezzi/da-aeroporto-brindisi/', { viewport: { width: 700, height: 1000 } })
  await page.emulateMedia({ media: 'print' })
  const rows = page.getByRole('table').first().getByRole('row')
  await expect.poll(() => rows.count()).toBeGreaterThan(50)
  await expect.poll(() => rows.last().isVisible()).toBe(true)
  await page.getByRole('columnheader', { name: 'Destinazione' }).first().waitFor()
  for (const label of ['Contattaci', 'Principale', 'Menu'])
    await expect
      .poll(async () => [label, await page.locator(`[aria-label="${label}"]`).isVisible()])
      .toEqual([label, false])
  await expect.poll(() => page.getByLabel('Filtra per destinazione').isVisible()).toBe(false)
  await page.goto(gallipoli)
  await page.emulateMedia({ media: 'print' })
  for (const hidden of ['Prenota il transfer', 'Quanto spendi in tutto'])
    await expect
      .poll(async () => [hidden, await page.getByRole('heading', { name: hidden }).isVisible()])
      .toEqual([hidden, false])
  await page.getByRole('cell', { name: /^110/ }).first().waitFor()
})
