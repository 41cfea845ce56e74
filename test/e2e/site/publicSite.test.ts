import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, eventually, startApp } from '../../app.ts'
import { axeProblems, hydrate, type OpenBrowser, openBrowser, type PageOptions } from '../../browser.ts'

// Statements of docs/spec-public.md about screens and behaviour. All tests share one app and one browser; the clock of
// a page moves only when a test moves it.

let app: App
let browser: OpenBrowser

beforeAll(async () => {
  app = await startApp({ data: 'demo' })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const phone = { viewport: { width: 390, height: 844 }, screen: { width: 390, height: 844 } }
const desktop = { viewport: { width: 1280, height: 800 } }
const gallipoli = '/tratte/transfer-aeroporto-brindisi-gallipoli/'

const paused = new WeakSet<Page>()

/** Opens a page and waits for hydration. With `isPaused` the clock of the page stops after that. */
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

/** Advances a stopped clock until `locator` is visible. */
async function runUntil(page: Page, locator: Locator): Promise<void> {
  for (let tries = 0; paused.has(page) && tries < 50 && !(await locator.isVisible()); tries++)
    await page.clock.runFor(100)
  await locator.waitFor()
}

async function pick(page: Page, field: 'Partenza' | 'Destinazione', text: string, name: RegExp) {
  await page.getByRole('combobox', { name: field }).fill(text)
  const option = page.getByRole('option', { name }).first()
  await runUntil(page, option)
  await option.click()
}

async function pickBoth(page: Page): Promise<void> {
  await pick(page, 'Partenza', 'bds', /^Aeroporto Brindisi/)
  await pick(page, 'Destinazione', 'gallipoli', /^Gallipoli/)
}

const searchButton = (page: Page) => page.getByRole('button', { name: 'Verifica prezzo e disponibilità' })
const availability = (page: Page) => page.getByRole('dialog', { name: 'Richiedi disponibilità' })
const quote = (page: Page) => page.getByRole('dialog', { name: 'Richiedi Preventivo' })
const toastClose = (page: Page) => page.getByRole('button', { name: 'Chiudi la notifica' })

async function fillPerson(within: Page | Locator): Promise<void> {
  await within.getByLabel('Nome e cognome').fill('Anna Conte')
  await within.getByLabel('Telefono').fill('347 1234567')
  await within.getByLabel('Email').fill('anna@example.com')
}

const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement)

test('the header is sticky, links to five pages, marks the current one and calls; on a phone its menu closes on choice', async () => {
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
  await expect
    .poll(() => header.getByRole('link', { name: 'CHIAMA ORA' }).getAttribute('href'))
    .toMatch(/^tel:\+39/)
  await expect.poll(() => page.getByRole('button', { name: 'Menu', exact: true }).isVisible()).toBe(false)
  await page.evaluate(() => scrollTo(0, 1500))
  await expect.poll(async () => (await box(header)).y).toBe(0)

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
    .toEqual(['Home', 'Tratte', 'Aziende', 'Prezzi', 'Contatti'])
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

test('suggestions start at three characters, omit the other place, and close on choice, clear and outside clicks', async () => {
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
  await list.waitFor({ state: 'hidden' })
  await expect.poll(() => from.inputValue()).toBe('Aeroporto Brindisi')

  await to.fill('brindisi')
  await list.waitFor()
  const options = page.getByRole('option')
  await expect
    .poll(async () => (await options.allTextContents()).some((text) => text.startsWith('Stazione Brindisi')))
    .toBe(true)
  await expect
    .poll(async () => (await options.allTextContents()).some((text) => text.startsWith('Aeroporto Brindisi')))
    .toBe(false)
  expect(asked.at(-1)).toContain('exclude=4')
  await page.getByRole('heading', { level: 1 }).click()
  await list.waitFor({ state: 'hidden' })

  await to.fill('gallipoli')
  await list.waitFor()
  await page.getByRole('button', { name: 'Cancella il testo' }).last().click()
  await list.waitFor({ state: 'hidden' })
  await expect.poll(async () => [await to.inputValue(), await isFocused(to)]).toEqual(['', true])
  // The cleared field contains no place, so the place is offered again.
  await page.getByRole('button', { name: 'Cancella il testo' }).click()
  await to.fill('bds')
  await page.getByRole('option', { name: /^Aeroporto Brindisi/ }).waitFor()
  expect(asked.at(-1)).not.toContain('exclude')

  await page.route('**/api/locations/search*', (route) => route.fulfill({ status: 500, body: 'boom' }))
  await to.fill('lecce')
  await page.getByText('Nessuna località trovata per "lecce"').waitFor()
  await expect.poll(() => toastClose(page).count()).toBe(0)
})

test('home: both fields are required; an existing route opens 500 ms after it was found', async () => {
  const page = await open('/', { ...phone, isPaused: true })
  await page.getByRole('combobox', { name: 'Partenza' }).fill('   ')
  await searchButton(page).click()
  const alert = page.getByRole('alert')
  await alert.getByText('Attenzione', { exact: true }).waitFor()
  await alert.getByText('Inserisci sia la partenza che la destinazione per procedere.').waitFor()
  await expect.poll(async () => (await box(alert)).y).toBeLessThan(40)

  await page.context().addCookies([{ name: 'prova', value: '1', url: app.origin }])
  const sent: { path: string; cookie: string | undefined; type: string | undefined }[] = []
  page.on('request', async (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/routes/')) return
    const headers = await request.allHeaders()
    sent.push({ path: pathname, cookie: headers.cookie, type: headers['content-type'] })
  })
  await pickBoth(page)
  const found = page.waitForResponse('**/api/routes/search*')
  await searchButton(page).click()
  const answer = new URL((await found).url())
  expect(Object.fromEntries(answer.searchParams)).toEqual({
    departure: 'Aeroporto Brindisi',
    destination: 'Gallipoli',
  })
  await page.getByRole('button', { name: 'Cerco la tratta…' }).waitFor()
  await page.clock.runFor(499)
  expect(new URL(page.url()).pathname).toBe('/')
  await leavesFor(page, gallipoli, 1)
  expect(sent).toEqual([
    { path: '/api/routes/check', cookie: 'prova=1', type: undefined },
    { path: '/api/routes/search', cookie: 'prova=1', type: undefined },
  ])
})

test('home: without a route the availability dialog opens with the typed places, and after an error with a toast', async () => {
  const page = await open('/')
  const opened = async (departure: string, destination: string) => {
    await availability(page).waitFor()
    await expect
      .poll(async () => [
        await availability(page).getByLabel('Partenza').inputValue(),
        await availability(page).getByLabel('Destinazione').inputValue(),
      ])
      .toEqual([departure, destination])
    await page.keyboard.press('Escape')
    await availability(page).waitFor({ state: 'hidden' })
  }
  await page.getByRole('combobox', { name: 'Partenza' }).fill('Masseria Torre')
  await page.getByRole('combobox', { name: 'Destinazione' }).fill('Vicino al mare')
  await page.keyboard.press('Enter')
  // The first empty visible field has the focus.
  await expect.poll(() => isFocused(availability(page).getByLabel('Passeggeri'))).toBe(true)
  await opened('Masseria Torre', 'Vicino al mare')

  // Both places are in the list, but no route connects them.
  await pick(page, 'Partenza', 'otranto', /^Otranto/)
  await pick(page, 'Destinazione', 'gallipoli', /^Gallipoli/)
  await searchButton(page).click()
  await opened('Otranto', 'Gallipoli')

  await page.route('**/api/routes/check*', (route) => route.abort())
  await searchButton(page).click()
  await opened('Otranto', 'Gallipoli')
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)

  await page.unroute('**/api/routes/check*')
  await page.route('**/api/routes/check*', (route) => route.fulfill({ json: { exists: true } }))
  await page.route('**/api/routes/search*', (route) => route.fulfill({ json: [] }))
  await searchButton(page).click()
  await opened('Otranto', 'Gallipoli')

  await page.unroute('**/api/routes/search*')
  await page.route('**/api/routes/search*', (route) => route.abort())
  await searchButton(page).click()
  await availability(page).waitFor()
  const alert = page.getByRole('alert')
  await alert.getByText('Errore', { exact: true }).waitFor()
  await alert
    .getByText('Si è verificato un errore durante la ricerca. Richiedi un preventivo personalizzato.', {
      exact: true,
    })
    .waitFor()
  expect(await axeProblems(page)).toEqual([])
  await opened('Otranto', 'Gallipoli')
})

test('routes page: both places must be chosen; no result scrolls to 300 after 300 ms, no route and errors open the quote dialog', async () => {
  const page = await open('/tratte/', { isPaused: true })
  const alert = page.getByRole('alert')
  const pickPlease = 'Attenzione: Seleziona sia la partenza che la destinazione dalle località disponibili.'
  await page.getByRole('combobox', { name: 'Partenza' }).fill('Lecce')
  await page.getByRole('combobox', { name: 'Destinazione' }).fill('Otranto')
  await page.keyboard.press('Enter')
  await alert.getByText(pickPlease, { exact: true }).waitFor()
  await page.clock.runFor(5_000)
  await alert.waitFor({ state: 'hidden' })

  await pickBoth(page)
  await page.route('**/api/routes/search*', (route) => route.fulfill({ json: [] }))
  const none = page.waitForResponse('**/api/routes/search*')
  await searchButton(page).click()
  await (await none).finished()
  await page.getByRole('button', { name: 'Cerco la tratta…' }).waitFor()
  const scrolled = () => page.evaluate(() => scrollY)
  await page.evaluate(() => scrollTo(0, 0))
  await page.clock.runFor(250)
  await expect.poll(scrolled).toBe(0)
  await page.clock.runFor(50)
  await expect.poll(scrolled).toBe(300)
  await expect.poll(() => quote(page).count()).toBe(0)

  const asksForQuote = async () => {
    await searchButton(page).click()
    await quote(page).waitFor()
  }
  await page.unroute('**/api/routes/search*')
  // Two places without a route and a check that fails have the same result.
  await pick(page, 'Partenza', 'otranto', /^Otranto/)
  const checked = page.waitForResponse('**/api/routes/check*')
  await asksForQuote()
  expect(await (await checked).json()).toEqual({ exists: false })
  await expect.poll(() => alert.count()).toBe(0)
  await page.keyboard.press('Escape')
  await pick(page, 'Partenza', 'bds', /^Aeroporto Brindisi/)
  await page.route('**/api/routes/check*', (route) => route.abort())
  await asksForQuote()
  await expect.poll(() => alert.count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.unroute('**/api/routes/check*')
  await page.route('**/api/routes/search*', (route) => route.fulfill({ status: 500, body: 'boom' }))
  await asksForQuote()
  await alert.getByText('Errore', { exact: true }).waitFor()
  await alert.getByText(/^Si è verificato un errore durante la ricerca\. Richiedi un preventivo/).waitFor()
  await page.keyboard.press('Escape')
  await page.unroute('**/api/routes/search*')
  await asksFound(page)
})

/** Repeats the search, which opens the route after the server has recovered. */
async function asksFound(page: Page): Promise<void> {
  const found = page.waitForResponse('**/api/routes/search*')
  await searchButton(page).click()
  await (await found).finished()
  await page.getByRole('button', { name: 'Cerco la tratta…' }).waitFor()
  await leavesFor(page, gallipoli, 500)
}

/**
 * Advances the clock and waits for the new page. The error is ignored, because the old page may close before it
 * responds.
 */
async function leavesFor(page: Page, path: string, ms: number): Promise<void> {
  page.clock.runFor(ms).catch(() => {})
  await page.waitForURL(`**${path}`)
}

test('a toast is at the top of a phone and bottom right elsewhere, one at a time, for five seconds, longer under pointer or focus', async () => {
  const page = await open('/', { isPaused: true })
  const alert = page.getByRole('alert')
  const warn = async () => {
    await searchButton(page).click()
    await alert.waitFor()
  }
  await warn()
  const { x, y, width } = await box(alert)
  expect([x + width > 1200, y > 600]).toEqual([true, true])
  await page.clock.runFor(4_900)
  await warn()
  await expect.poll(() => toastClose(page).count()).toBe(1)
  // The second toast also lasts five seconds.
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

  // A toast replaces an earlier one before its time is over, even in a dialog.
  await pickBoth(page)
  await page.route('**/api/routes/search*', (route) => route.abort())
  await page.getByRole('combobox', { name: 'Partenza' }).fill('   ')
  await warn()
  await pick(page, 'Partenza', 'bds', /^Aeroporto Brindisi/)
  await expect.poll(() => alert.getByText('Attenzione', { exact: true }).isVisible()).toBe(true)
  await searchButton(page).click()
  await runUntil(page, page.getByText('Errore', { exact: true }))
  await expect.poll(() => page.locator('[aria-label="Chiudi la notifica"]').count()).toBe(1)
  await expect.poll(() => page.getByText('Attenzione', { exact: true }).count()).toBe(0)
})

test('the quote dialog marks each field, sends when all are valid, closes after three seconds, and starts empty', async () => {
  const page = await open('/risultati-ricerca/?departure=Lecce&destination=Roma', {
    ...phone,
    isPaused: true,
  })
  const dialog = quote(page)
  const ask = page.getByRole('button', { name: 'Richiedi un preventivo personalizzato' })
  const marks = () =>
    dialog.getByRole('img').evaluateAll((all) => all.map((mark) => mark.getAttribute('aria-label')))
  await ask.click()
  const send = dialog.getByRole('button', { name: 'Invia la richiesta' })
  await expect.poll(async () => [await send.isDisabled(), await marks()]).toEqual([true, []])
  await fillPerson(dialog)
  await dialog.getByLabel('Email').fill('anna@')
  await expect.poll(marks).toEqual(['valido', 'valido', 'da correggere'])
  await expect.poll(() => send.isDisabled()).toBe(true)
  // The form keeps its input if the visitor closes the dialog before sending.
  await page.keyboard.press('Escape')
  await ask.click()
  await expect.poll(() => dialog.getByLabel('Nome e cognome').inputValue()).toBe('Anna Conte')
  await dialog.getByLabel('Email').fill('anna@example.com')
  await expect
    .poll(async () => [await marks(), await send.isDisabled()])
    .toEqual([['valido', 'valido', 'valido'], true])
  await dialog.getByRole('checkbox', { name: /^Acconsento/ }).check()
  await expect.poll(() => send.isDisabled()).toBe(false)

  let isHeld = true
  const bodies: Record<string, unknown>[] = []
  await page.route('**/api/contacts', async (route) => {
    bodies.push(route.request().postDataJSON())
    expect(route.request().headers()['content-type']).toBe('application/json')
    while (isHeld) await new Promise((done) => setTimeout(done, 20))
    await route.continue()
  })
  await send.click()
  await dialog.getByText('Invio messaggio...').waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: 'Invio in corso...' }).isDisabled()).toBe(true)
  isHeld = false
  const done = dialog.getByRole('heading', { name: 'Messaggio Inviato!' })
  await runUntil(page, done)
  await dialog.getByText('Messaggio inviato con successo!').waitFor()
  await expect
    .poll(() => dialog.getByText('Ti risponderemo il prima possibile al numero di telefono fornito.').count())
    .toBe(2)
  expect(bodies).toEqual([
    expect.objectContaining({
      name: 'Anna Conte',
      phone: '347 1234567',
      email: 'anna@example.com',
      message: '',
    }),
  ])
  await dialog.getByRole('button', { name: 'Chiudi', exact: true }).last().focus()
  await page.clock.runFor(30_000)
  await expect.poll(() => done.isVisible()).toBe(true)
  await done.focus()
  await page.clock.runFor(2_900)
  await expect.poll(() => done.isVisible()).toBe(true)
  await page.clock.runFor(100)
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText(/^Richiesta .*inviata/).waitFor()

  await ask.click()
  await expect.poll(() => dialog.getByLabel('Nome e cognome').inputValue()).toBe('')
  await expect
    .poll(async () => [await dialog.getByRole('checkbox').isChecked(), await marks()])
    .toEqual([false, []])
})

test('the availability dialog requires its fields, sends once, closes after three seconds with its form cleared', async () => {
  const page = await open('/', { isPaused: true })
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname)
  })
  const dialog = availability(page)
  const ask = page.getByRole('button', { name: 'RICHIEDI DISPONIBILITÀ' })
  await ask.click()
  for (const label of ['Partenza', 'Destinazione', 'Passeggeri', 'Nome e cognome', 'Telefono', 'Email'])
    await expect
      .poll(async () => [label, await dialog.getByLabel(label).getAttribute('aria-required')])
      .toEqual([label, 'true'])
  await expect
    .poll(() => dialog.getByLabel('Passeggeri').locator('option').allTextContents())
    .toEqual(['Scegli…', ...'12345678', 'Più di 8'])
  // The hint is below the message and not inside the field; time and passengers have separate fields.
  const message = dialog.getByLabel('Messaggio')
  const hint = page.locator(`[id="${await message.getAttribute('aria-describedby')}"]`)
  await expect
    .poll(async () => [await message.getAttribute('placeholder'), await hint.textContent()])
    .toEqual([null, expect.stringMatching(/^Per esempio: .*bagagli speciali/)])
  await expect.poll(() => hint.isVisible()).toBe(true)
  await expect.poll(() => dialog.getByLabel('Orario').count()).toBe(1)
  await dialog.getByText(/Acconsento al trattamento dei dati personali secondo la/).waitFor()
  await dialog.getByRole('button', { name: 'Invia la richiesta' }).click()
  for (const words of [
    'Inserisci la partenza',
    'Inserisci la destinazione',
    'Indica il numero di passeggeri',
    'Inserisci il nome',
    'Inserisci un numero di telefono valido',
    'Email richiesta',
    'Devi accettare la Privacy Policy per continuare',
  ])
    await dialog.getByText(words, { exact: true }).waitFor()
  expect(asked).toEqual([])

  await dialog.getByLabel('Partenza').fill('Lecce')
  await dialog.getByLabel('Destinazione').fill('Otranto')
  await dialog.getByLabel('Passeggeri').selectOption('2')
  await fillPerson(dialog)
  await dialog.getByRole('checkbox', { name: /^Acconsento/ }).check()
  await dialog.getByRole('button', { name: 'Invia la richiesta' }).click()
  const sending = dialog.getByRole('button', { name: 'Invio in corso...' })
  await sending.waitFor()
  await expect.poll(() => sending.isDisabled()).toBe(true)
  const done = dialog.getByRole('heading', { name: 'Richiesta Inviata con Successo!' })
  await runUntil(page, done)
  expect(asked).toEqual(['/api/availability-requests'])
  await page.clock.runFor(3_000)
  await dialog.waitFor({ state: 'hidden' })
  await ask.click()
  await expect.poll(() => dialog.getByLabel('Nome e cognome').inputValue()).toBe('')
  await expect
    .poll(() => app.sql`select departure, passengers, form_source from availability_requests`)
    .toEqual([{ departure: 'Lecce', passengers: '2', formSource: 'sticky-footer' }])
})

test('the dialogs show refusals and failures of the server, with the reason if there is one', async () => {
  const page = await open('/')
  const dialog = availability(page)
  await page.getByRole('button', { name: 'RICHIEDI DISPONIBILITÀ' }).click()
  await dialog.getByLabel('Partenza').fill('Lecce')
  await dialog.getByLabel('Destinazione').fill('Otranto')
  await dialog.getByLabel('Passeggeri').selectOption('2')
  await fillPerson(dialog)
  await dialog.getByRole('checkbox', { name: /^Acconsento/ }).check()
  const send = dialog.getByRole('button', { name: 'Invia la richiesta' })
  const answers = [
    { status: 500, body: 'boom' },
    { status: 429, json: { detail: 'Troppe richieste: riprova tra poco.', errors: [] } },
    { status: 422, json: { detail: 'x', errors: [{ path: 'email', message: 'Email richiesta' }] } },
  ]
  await page.route('**/api/availability-requests', (route) => route.fulfill(answers.shift() ?? {}))
  await send.click()
  const alert = dialog.getByRole('alert')
  await alert.getByText('Errore nell’invio della richiesta').waitFor()
  await alert.getByText(/^Si è verificato un problema\. Riprova o contattaci direttamente/).waitFor()
  await dialog.getByText(/Quello che hai scritto è ancora qui/).waitFor()
  await send.click()
  await alert.getByText(/^Troppe richieste: riprova tra poco\. Telefono: \+39/).waitFor()
  await send.click()
  await dialog.getByText('Email richiesta').waitFor()
  await expect.poll(() => isFocused(dialog.getByLabel('Email'))).toBe(true)
})

test('contact page: a failure is reported with the text of the specification', async () => {
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

test('the booking form of a route requires exact numbers, and shows the result of the booking', async () => {
  const page = await open(gallipoli)
  await page.getByRole('main').getByRole('button', { name: 'Richiedi preventivo' }).first().click()
  await quote(page).waitFor()
  await page.keyboard.press('Escape')
  const form = page.locator('form', { has: page.getByLabel('Orario') })
  await expect
    .poll(() => form.getByLabel('Passeggeri').locator('option').allTextContents())
    .toEqual(['Scegli…', ...['1', '2', '3', '4', '5', '6', '7', '8', 'Più di 8']])
  const book = form.getByRole('button', { name: 'Prenota il transfer' })
  await book.click()
  await form.getByText('Indica l’orario').waitFor()
  await form.getByText('Indica il numero di passeggeri').waitFor()
  await form.getByLabel('Passeggeri').selectOption('3')
  await form.getByText('Inserisci un numero di telefono valido').waitFor()
  await form.getByLabel('Orario').fill('10:30')
  await form.getByLabel('Telefono').fill('347 1234567')
  await form.getByRole('checkbox', { name: /^Acconsento/ }).check()
  await page.route('**/api/bookings', (route) => route.abort())
  await book.click()
  await page.getByRole('alert').getByText('Errore nella prenotazione').waitFor()
  await page
    .getByRole('alert')
    .getByText(/^Si è verificato un errore\. Riprova o chiamaci direttamente\./)
    .waitFor()
  await page.unroute('**/api/bookings')
  await book.click()
  await page.getByText('Prenotazione ricevuta!').waitFor()
  // Outside the opening hours the page promises the next morning instead of fifteen minutes.
  await page
    .getByText(/^Ti contatteremo entro (15 minuti|le 06:15) per confermare il preventivo\.$/)
    .first()
    .waitFor()
  await expect
    .poll(() => app.sql`select departure, destination, time, passengers, phone from bookings`)
    .toEqual([
      {
        departure: 'Aeroporto Brindisi',
        destination: 'Gallipoli',
        time: '10:30',
        passengers: '3',
        phone: expect.stringContaining('347'),
      },
    ])
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
  await page.setViewportSize(phone.viewport)
  // On a phone each row is a card, in which the columns are rows with the name of the column.
  const card = page.locator('.prices tbody tr').first()
  const [name, ...cells] = await Promise.all((await card.locator('th, td[data-band]').all()).map(box))
  expect(cells.every(({ y }) => y > (name?.y ?? Infinity))).toBe(true)
  await expect.poll(() => card.locator('td').first().getAttribute('data-band')).toBe('Privato, 1-3')
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0)
})

test('the lists find every route while the visitor types, jump to a hub below the header, and keep their heads in sight', async () => {
  for (const [path, label] of [
    ['/prezzi/', 'Filtra per destinazione'],
    ['/tratte/', 'Filtra per località'],
  ] as const) {
    const page = await open(path)
    const rows = page.locator('.prices tbody tr')
    await expect.poll(() => rows.count()).toBe(30)
    // Vernole is a destination that the page of all hubs does not show.
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
    // The head of the table is directly below the site's header, which covers no part of it.
    await expect
      .poll(async () => Math.abs((await box(last.locator('thead'))).y - (await bottom())))
      .toBeLessThanOrEqual(1)
  }
})

test('the lists are at most a third as high as with all routes on one page', async () => {
  // Heights of the pages that listed all bundled routes, in pixels.
  const before = { '/prezzi/': [12_578, 40_719], '/tratte/': [7_980, 10_906] }
  for (const [path, [small = 0, large = 0]] of Object.entries(before)) {
    const page = await open(path, phone)
    const height = () => page.evaluate(() => document.documentElement.scrollHeight)
    // The search form and the footer alone are a third of the routes page on a phone.
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
  expect(asked).toBe(1)
  await page.getByRole('button', { name: 'Ricarica Pagina' }).click()
  await page.getByText('Nessun dato disponibile').waitFor()
  await expect
    .poll(() => page.getByRole('main').getByRole('link', { name: /^\+39/ }).getAttribute('href'))
    .toMatch(/^tel:\+39/)
  expect(asked).toBe(2)
})

test('the bar hides while a field has focus or the keyboard covers the screen, and returns 100 ms later', async () => {
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
  // The limit is 75 % of 844 px, which is 633 px.
  for (const [height, gives] of [
    [632, true],
    [634, false],
  ] as const) {
    const low = await open('/', {
      ...phone,
      viewport: { width: 390, height },
      hasTouch: true,
      isMobile: true,
    })
    const lowBar = low.getByRole('region', { name: 'Contattaci' })
    await expect.poll(() => lowBar.evaluate((element: HTMLElement) => element.inert)).toBe(gives)
  }
})
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
  // On paper nobody can open the answers of the FAQ, so all answers are printed.
  await page.getByText(/^Ti aspetta nella sala arrivi.*15 minuti di attesa compresi/).waitFor()
})
