import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { euro } from '../../../src/kernel/money.ts'
import { romanDay } from '../../../src/kernel/romanDay.ts'
import { statusLink } from '../../../src/modules/leads/status/queries.ts'
import { eventually, startApp } from '../../app.ts'
import { axeProblems, openBrowser } from '../../browser.ts'
import { given } from '../../given.ts'

const path = '/tratte/transfer-aeroporto-brindisi-gallipoli/'

const messageOf = async (link: Locator) =>
  new URL((await link.getAttribute('href')) ?? '').searchParams.get('text') ?? ''

async function press(page: Page, name: string, times: number): Promise<void> {
  await page.getByRole('button', { name }).focus()
  for (let count = 0; count < times; count++) await page.keyboard.press('Enter')
}

test('the steppers choose vehicle and total by keyboard, and the choice follows the visitor', async () => {
  await using app = await startApp({ data: 'demo' })
  await using browser = await openBrowser()
  for (const width of [320, 1280]) {
    const page = await browser.page({ viewport: { width, height: 800 }, baseURL: app.origin })
    await page.goto(path)
    const whatsApp = page.getByRole('link', { name: 'Scrivi su WhatsApp' })
    // The message contains no party, because the visitor has not chosen one.
    await expect.poll(() => messageOf(whatsApp)).not.toMatch(/passegger/)
    // The first press loads the app, and is not lost.
    await press(page, 'Aggiungi un passeggero', 1)
    await expect
      .poll(() => page.getByRole('button', { name: /Berlina/ }).getAttribute('aria-pressed'))
      .toBe('true')
    await page.getByText(/^3 passeggeri, 2 bagagli/).waitFor({ state: 'attached' })
    await press(page, 'Aggiungi un bagaglio', 2)
    await page
      .getByText('3 passeggeri, 4 bagagli: Minivan, 130 € per veicolo')
      .first()
      .waitFor({ state: 'attached' })
    await expect
      .poll(() => page.getByRole('button', { name: /Minivan.*130 €.*per veicolo/ }).isVisible())
      .toBe(true)
    await expect.poll(() => page.getByRole('button', { name: /Berlina/ }).count()).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    for (const link of await page.getByRole('link', { name: 'WhatsApp' }).all()) {
      const message = await messageOf(link)
      expect(message).toContain('Aeroporto Brindisi → Gallipoli')
      expect(message).toContain('3 passeggeri, 4 bagagli')
      expect(message).toContain('Minivan, 130 € per veicolo')
      expect(message).toContain(`https://www.salento.example${path}`)
    }
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0)
    // The price of a shared ride has its unit; a group that is too large is offered a quote.
    await page.getByRole('button', { name: /Economy/ }).click()
    await expect.poll(() => messageOf(whatsApp)).toContain('Economy condiviso, 110 € per il gruppo')
    await press(page, 'Aggiungi un passeggero', 8)
    await page.getByText('Per un gruppo così').waitFor()
    await expect.poll(() => messageOf(whatsApp)).toContain('più di 8 passeggeri')
    expect(await axeProblems(page)).toEqual([])
  }
  expect(browser.problems()).toEqual([])
})

test('on a chosen day the calculator and the booking form show the fare of that day, which is stored', async () => {
  await using app = await startApp({ data: 'demo' })
  await using browser = await openBrowser()
  const staff = await app.logIn()
  const day = (days: number) => romanDay(new Date(Date.now() + days * 86_400_000))
  const list = { name: 'Estate', startsOn: day(10), endsOn: day(40), departure: 4, percent: '15' }
  await app.post('/api/admin/price-lists', { ...list, fields: ['price1to3Pax', 'price4to8Pax'] }, staff)
  const question = { from: 'Aeroporto Brindisi', to: 'Gallipoli', passengers: '3', day: day(20) }
  const total = await eventually(async () => {
    const [offer] = (await app.get(`/api/fares?${new URLSearchParams(question)}`)).body.offers
    expect(offer.validFrom).toBe(day(10))
    return offer.total
  })
  const page = await browser.page({ viewport: { width: 1280, height: 800 }, baseURL: app.origin })
  await page.goto(`${path}?giorno=${day(20)}`)
  await press(page, 'Aggiungi un passeggero', 1)
  await page
    .getByText(`3 passeggeri, 2 bagagli: Berlina, ${euro(total)} per veicolo`.replaceAll('\u00a0', ' '))
    .first()
    .waitFor({ state: 'attached' })

  // The page has today's prices; the form asks for those of the day that the visitor types.
  const other = await browser.page({ viewport: { width: 1280, height: 800 }, baseURL: app.origin })
  await other.goto(path)
  const form = other.getByRole('complementary', { name: 'Prenota questa tratta' })
  await press(other, 'Aggiungi un passeggero', 1)
  await form.getByText('Berlina, 110 € per veicolo').waitFor()
  await form.locator('[name=date]').fill(day(20))
  const price = `Berlina, ${euro(total)} per veicolo`
  await form.getByText(price.replaceAll('\u00a0', ' ')).waitFor()
  await expect.poll(() => form.getByText('Berlina, 110 € per veicolo').count()).toBe(0)
  await form.getByLabel('Orario').fill('11:00')
  await form.getByLabel('Telefono').fill('347 1234567')
  await form.getByRole('checkbox', { name: /Acconsento/ }).check()
  await form.getByRole('button', { name: 'Prenota il transfer' }).click()
  await form.getByText('Richiesta ricevuta').waitFor()
  expect(await app.sql`select quote from bookings`).toEqual([{ quote: price }])
  expect(browser.problems()).toEqual([])
})

test('the dialog and the booking form carry the choice and the return, and show the code', async () => {
  await using app = await startApp({ data: 'demo' })
  await using browser = await openBrowser()
  const page = await browser.page({ viewport: { width: 390, height: 844 }, baseURL: app.origin })
  await page.goto(path)
  await press(page, 'Aggiungi un passeggero', 1)
  await page
    .getByText(/^3 passeggeri/)
    .first()
    .waitFor({ state: 'attached' })
  await press(page, 'Aggiungi un bagaglio', 2)
  await page.getByRole('button', { name: 'Richiedi questo transfer' }).click()
  const dialog = page.getByRole('dialog')
  await expect.poll(() => dialog.getByLabel('Passeggeri').inputValue()).toBe('3')
  await expect.poll(() => dialog.getByLabel('Bagagli').inputValue()).toBe('4')
  await dialog.getByText('Minivan, 130 € per veicolo').waitFor()
  await dialog.getByText('Data, volo, andata e ritorno').click()
  await dialog.locator('[name=date]').fill('2027-07-10')
  await dialog.getByLabel('Orario').fill('09:30')
  await dialog.getByLabel('Volo o treno').fill('fr 1234')
  await expect.poll(() => dialog.getByLabel('Giorno del ritorno').isVisible()).toBe(false)
  await dialog.getByRole('checkbox', { name: 'Andata e ritorno' }).check()
  await dialog.getByLabel('Giorno del ritorno').fill('2027-07-17')
  expect(await axeProblems(page)).toEqual([])
  await dialog.getByLabel('Nome e cognome').fill('Anna Conte')
  await dialog.getByLabel('Telefono').fill('347 1234567')
  await dialog.getByLabel('Email').fill('anna@example.com')
  await dialog.getByRole('checkbox', { name: /Acconsento/ }).check()
  await dialog.getByRole('button', { name: 'Invia la richiesta' }).click()
  await dialog.getByText('Richiesta Inviata con Successo!').waitFor()
  const [row] = await app.sql`
    select code, passengers, luggage, date, flight_or_train, return_trip, return_date, quote
    from availability_requests`
  expect(row).toMatchObject({
    passengers: '3',
    luggage: '4',
    date: '2027-07-10',
    flightOrTrain: 'FR1234',
    returnTrip: true,
    returnDate: '2027-07-17',
    quote: 'Minivan, 130\u00a0€ per veicolo',
  })
  await dialog.getByText(row?.code).waitFor()
  await dialog.getByRole('button', { name: 'Chiudi' }).last().click()
  // The page still shows the code after the dialog was closed.
  await page.getByText(`Richiesta ${row?.code} inviata`).waitFor()

  const form = page.getByRole('complementary', { name: 'Prenota questa tratta' })
  await expect.poll(() => form.getByLabel('Passeggeri').inputValue()).toBe('3')
  await form.getByText('Minivan, 130 € per veicolo').waitFor()
  await form.getByLabel('Orario').fill('11:00')
  await form.getByLabel('Telefono').fill('347 1234567')
  await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: 'Prenota il transfer' }).click()
  await form.getByText('Richiesta ricevuta').waitFor()
  const [booked] = await app.sql`select code, luggage, quote from bookings`
  expect(booked).toMatchObject({ luggage: '4', quote: 'Minivan, 130\u00a0€ per veicolo' })
  await form.getByText(booked?.code).waitFor()
  expect(await axeProblems(page)).toEqual([])
  expect(browser.problems()).toEqual([])
})

test('a request counts as sent, even if the response has no code', async () => {
  await using app = await startApp({ data: 'demo' })
  await using browser = await openBrowser()
  const page = await browser.page({ viewport: { width: 390, height: 844 }, baseURL: app.origin })
  // During a deployment the previous version of the server responds without a code.
  await page.route('**/api/{contacts,availability-requests}', (route) =>
    route.fulfill({ status: 201, json: { id: 1, createdAt: '2026-11-21T09:00:00.000Z' } }),
  )
  await page.goto('/risultati-ricerca/?departure=Lecce&destination=Roma')
  for (const [ask, send, success] of [
    ['Richiedi un preventivo personalizzato', 'Invia la richiesta', 'Messaggio Inviato!'],
    ['RICHIEDI DISPONIBILITÀ', 'Invia la richiesta', 'Richiesta Inviata con Successo!'],
  ] as const) {
    await page.getByRole('button', { name: ask }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Nome e cognome').fill('Anna Conte')
    await dialog.getByLabel('Telefono').fill('347 1234567')
    await dialog.getByLabel('Email').fill('anna@example.com')
    const people = dialog.getByLabel('Passeggeri')
    if (await people.count()) await people.selectOption('2')
    await dialog.getByRole('checkbox', { name: /Acconsento/ }).check()
    await dialog.getByRole('button', { name: send }).click()
    await dialog.getByRole('heading', { name: success }).waitFor()
    await expect.poll(() => dialog.getByText('Codice della richiesta').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Chiudi' }).last().click()
    await dialog.waitFor({ state: 'hidden' })
  }
  expect(browser.problems()).toEqual([])
})

test('outbound and return in one request: sum, discount and total on the page, in the row and for the customer', async () => {
  await using app = await startApp({ data: 'demo' })
  await using browser = await openBrowser()
  await given.route(app, { price4to8Pax: 120 })
  await app.sql`
    insert into company_settings (company_name, vat_number, phone, email, leads_email, return_discount_percent)
    values ('Prova', 'IT01234567890', '0832 000000', 'a@example.com', 'a@example.com', 10)
    on conflict (id) do update set return_discount_percent = 10`
  const page = await browser.page({ viewport: { width: 390, height: 844 }, baseURL: app.origin })
  await expect
    .poll(async () => (await app.get(path)).text.includes('10% in meno') && (await app.get(path)).status)
    .toBe(200)
  await page.goto(path)
  await press(page, 'Aggiungi un passeggero', 1)
  await page.getByText(/^3 passeggeri/).waitFor({ state: 'attached' })
  await press(page, 'Aggiungi un passeggero', 1)
  const form = page.getByRole('complementary', { name: 'Prenota questa tratta' })
  await form.getByText('Minivan, 130 € per veicolo').waitFor()
  await expect.poll(() => form.getByText('meno il').count()).toBe(0)
  await form.locator('summary').click()
  await form.getByRole('checkbox', { name: 'Andata e ritorno' }).check()
  await form.getByText('225 € (250 € meno il 10%)').waitFor()
  expect(await axeProblems(page)).toEqual([])
  await form.getByLabel('Orario').fill('11:00')
  await form.getByLabel('Telefono').fill('347 1234567')
  await form.getByRole('checkbox', { name: /Acconsento/ }).check()
  await form.getByRole('button', { name: 'Prenota il transfer' }).click()
  await form.getByText('Richiesta ricevuta').waitFor()
  const [booked] = await app.sql<[{ code: string }]>`
    select code, quote, return_quote, total_quote from bookings`
  expect(booked).toMatchObject({
    quote: 'Minivan, 130\u00a0€ per veicolo',
    returnQuote: 'Minivan, 120\u00a0€ per veicolo',
    totalQuote: '225\u00a0€ (250\u00a0€ meno il 10%)',
  })
  // Towards an airport the pick-up is in time for the flight; from an airport the driver waits for the flight.
  await page.goto('/tratte/transfer-gallipoli-aeroporto-brindisi/')
  await page.getByText('in aeroporto 2 ore prima del volo').waitFor()
  await page.goto(path)
  await page.getByText('se arriva tardi, ti aspettiamo').waitFor()

  await page.goto(new URL(statusLink(booked, app.runtime.context)).pathname)
  await page.getByText('225 € (250 € meno il 10%)').waitFor()
  expect(browser.problems()).toEqual([])
})

const places = (departure: string, destination: string) => ({ departure, destination })

async function fillPerson(form: Locator): Promise<void> {
  await form.getByLabel('Nome e cognome').fill('Anna Conte')
  await form.getByLabel('Telefono').fill('347 1234567')
  await form.getByLabel('Email').fill('anna@example.com')
  await form.getByRole('checkbox', { name: /Acconsento/ }).check()
}

/** Every way to send a lead: the visitor's steps on a page, and the data that the office must receive. */
const ways: {
  from: string
  path: string
  act(page: Page): Promise<unknown>
  table: 'contacts' | 'availability_requests'
  /** Values for fields that the form still requires, because the steps did not fill them. */
  ask?: Record<string, string>
  carried: Record<string, unknown>
}[] = [
  {
    from: 'a search without a result',
    path: '/risultati-ricerca/?departure=Lecce&destination=Roma',
    act: (page) => page.getByRole('button', { name: 'Richiedi un preventivo personalizzato' }).click(),
    table: 'contacts',
    carried: places('Lecce', 'Roma'),
  },
  {
    from: 'other places typed over that search',
    path: '/risultati-ricerca/?departure=Lecce&destination=Roma',
    async act(page) {
      await page.getByRole('combobox', { name: 'Destinazione' }).fill('Napoli')
      await page.getByRole('button', { name: 'Richiedi un preventivo personalizzato' }).click()
    },
    table: 'contacts',
    carried: places('Lecce', 'Napoli'),
  },
  {
    from: 'places on Home that were typed but not searched for',
    path: '/',
    async act(page) {
      await page.getByRole('combobox', { name: 'Partenza' }).fill('Maglie')
      await page.getByRole('combobox', { name: 'Destinazione' }).fill('Roma')
      // The bar is hidden while a field has the focus.
      await page.locator(':focus').blur()
      await page.getByRole('button', { name: 'RICHIEDI DISPONIBILITÀ' }).click()
    },
    table: 'availability_requests',
    ask: { Passeggeri: '2' },
    carried: { ...places('Maglie', 'Roma'), passengers: '2' },
  },
  {
    from: 'the search of the routes page, where the pair has no route',
    path: '/tratte/',
    async act(page) {
      await page.route('**/api/routes/check*', (route) => route.fulfill({ json: { exists: false } }))
      for (const [label, text, name] of [
        ['Partenza', 'otranto', /^Otranto/],
        ['Destinazione', 'gallipoli', /^Gallipoli/],
      ] as const) {
        await page.getByRole('combobox', { name: label }).fill(text)
        await page.getByRole('option', { name }).first().click()
      }
      await page.getByRole('button', { name: 'Verifica prezzo e disponibilità' }).click()
    },
    table: 'contacts',
    carried: places('Otranto', 'Gallipoli'),
  },
  {
    from: 'a route page, with steppers and the booking form half filled in',
    path,
    async act(page) {
      await press(page, 'Aggiungi un passeggero', 1)
      // The first press loads the app, and is not lost.
      await page
        .getByText(/^3 passeggeri/)
        .first()
        .waitFor({ state: 'attached' })
      await press(page, 'Aggiungi un bagaglio', 2)
      const form = page.getByRole('complementary', { name: 'Prenota questa tratta' })
      await form.locator('[name=date]').fill('2027-07-10')
      await form.getByLabel('Orario', { exact: true }).fill('09:30')
      await form.getByLabel('Volo o treno').fill('FR 1234')
      await page.getByRole('button', { name: 'Richiedi preventivo' }).click()
    },
    table: 'contacts',
    carried: {
      ...places('Aeroporto Brindisi', 'Gallipoli'),
      passengers: '3',
      luggage: '4',
      date: '2027-07-10',
      time: '09:30',
      flightOrTrain: 'FR1234',
      quote: 'Minivan, 130\u00a0€ per veicolo',
    },
  },
  {
    from: 'the bar of that page',
    path,
    async act(page) {
      const form = page.getByRole('complementary', { name: 'Prenota questa tratta' })
      await form.locator('[name=date]').fill('2027-07-10')
      await form.getByLabel('Bagagli').selectOption('2')
      // The bar is hidden while a field has the focus.
      await page.locator(':focus').blur()
      await page.getByRole('button', { name: 'RICHIEDI DISPONIBILITÀ' }).click()
    },
    table: 'availability_requests',
    ask: { Passeggeri: '5' },
    carried: {
      ...places('Aeroporto Brindisi', 'Gallipoli'),
      passengers: '5',
      luggage: '2',
      date: '2027-07-10',
    },
  },
  {
    from: 'prices filtered to one destination',
    path: '/prezzi/',
    async act(page) {
      await page.getByLabel('Filtra per destinazione').fill('Otranto')
      const link = page.getByRole('main').getByRole('link', { name: 'Richiedi preventivo' })
      await expect.poll(() => link.getAttribute('href')).toBe('/contatti/?destination=Otranto')
      await link.click()
      await page.waitForURL('**/contatti/*')
    },
    table: 'contacts',
    ask: { Partenza: 'Aeroporto Bari' },
    carried: places('Aeroporto Bari', 'Otranto'),
  },
  {
    from: 'a hub of the routes page',
    path: '/tratte/',
    async act(page) {
      const hub = page.getByRole('main').getByRole('region', { name: /^Stazione/ })
      await hub.getByRole('link', { name: 'Richiedi un preventivo' }).click()
      await page.waitForURL('**/contatti/?departure=*')
    },
    table: 'contacts',
    ask: { Destinazione: 'Matera' },
    carried: places('Stazione Lecce', 'Matera'),
  },
  {
    from: 'the contact page',
    path: '/contatti/',
    act: async () => {},
    table: 'contacts',
    ask: { Partenza: 'Nardò', Destinazione: 'Potenza', Passeggeri: 'Più di 8' },
    carried: { ...places('Nardò', 'Potenza'), passengers: 'Più di 8' },
  },
]

test('a request carries the trip from every place that opens it, and the form asks for the missing data', async () => {
  await using app = await startApp({ data: 'demo' })
  await using browser = await openBrowser()
  const seen: unknown[] = []
  for (const [index, { from, path, act, table, ask = {}, carried }] of ways.entries()) {
    const page = await browser.page({
      viewport: { width: 390, height: 844 },
      baseURL: app.origin,
      extraHTTPHeaders: { 'x-forwarded-for': `198.51.100.${index}` },
    })
    await page.goto(path)
    await act(page)
    const dialog = page.getByRole('dialog')
    const isPage = page.url().includes('/contatti/')
    const form = (isPage ? page.getByRole('main') : dialog).locator('form')
    for (const [label, value] of Object.entries(ask)) {
      const field = form.getByLabel(label)
      await expect.poll(async () => [from, label, await field.inputValue()]).toEqual([from, label, ''])
      if (label === 'Passeggeri') await field.selectOption(value)
      else await field.fill(value)
    }
    await fillPerson(form)
    await form.getByRole('button', { name: /^invia/i }).click()
    await page
      .getByText(/inviat[oa] con successo/i)
      .first()
      .waitFor()
    const [row] = await app.sql`select * from ${app.sql(table)} order by id desc limit 1`
    seen.push({ from, ...Object.fromEntries(Object.keys(carried).map((key) => [key, row?.[key]])) })
  }
  expect(seen).toEqual(ways.map(({ from, carried }) => ({ from, ...carried })))
  expect(browser.problems()).toEqual([])
})

test('the quote dialog cannot be sent without departure and destination', async () => {
  await using app = await startApp({ data: 'demo' })
  await using browser = await openBrowser()
  const page = await browser.page({ viewport: { width: 390, height: 844 }, baseURL: app.origin })
  await page.goto('/risultati-ricerca/?departure=Lecce&destination=Roma')
  await page.getByRole('button', { name: 'Richiedi un preventivo personalizzato' }).click()
  const form = page.getByRole('dialog').locator('form')
  await fillPerson(form)
  const send = form.getByRole('button', { name: 'Invia la richiesta' })
  await expect.poll(() => send.isEnabled()).toBe(true)
  for (const label of ['Partenza', 'Destinazione']) {
    const field = form.getByLabel(label)
    const before = await field.inputValue()
    await field.fill('')
    await expect.poll(async () => [label, await send.isDisabled()]).toEqual([label, true])
    await field.fill(before)
  }
  expect(await axeProblems(page)).toEqual([])
})
