import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { romanMidnight, shortDayWords } from '../../../src/kernel/romanDay.ts'
import { italian } from '../../../src/languages/catalogs.ts'
import { statusLink } from '../../../src/modules/leads/lead/link.queries.ts'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems, type PageOptions } from '../../browser.ts'
import { dayIn, given } from '../../given.ts'
import { long } from '../../length.ts'
import { newAddress } from '../../newAddress.ts'

const { app, browser } = await openAppInBrowser({ data: 'demo' })

const [there, back] = [dayIn(30), dayIn(37)]
const gallipoli = '/tratte/transfer-aeroporto-brindisi-gallipoli/'
const phone = { viewport: { width: 390, height: 844 } }
const desktop = { viewport: { width: 1280, height: 800 } }

/** Opens a page with its own IP address, because leads are limited by IP address. */
const open = async (path: string, options: PageOptions = phone) => {
  const extraHTTPHeaders = { 'x-forwarded-for': newAddress() }
  const page = await browser.page({ baseURL: app.origin, extraHTTPHeaders, ...options })
  await page.goto(path)
  return page
}

const ask = (page: Page) => page.getByRole('button', { name: 'RICHIEDI DISPONIBILITÀ' }).click()
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Richiedi disponibilità' })
const send = (form: Locator) => form.getByRole('button', { name: 'Invia la richiesta' })
const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement)

async function fillPerson(form: Locator): Promise<void> {
  await form.getByLabel('Nome e cognome').fill('Anna Conte')
  await form.getByLabel('Telefono').fill('347 1234567')
  await form.getByLabel('Email').fill('anna@example.com')
  await form.getByRole('checkbox', { name: /Acconsento/ }).check()
}

async function fillWhen(form: Locator, date: string, time: string): Promise<void> {
  await form.getByLabel('Giorno', { exact: true }).fill(date)
  await form.getByLabel('Ora', { exact: true }).fill(time)
}

const lastOf = async (table: 'bookings' | 'contacts' | 'availability_requests') =>
  (await app.sql`select * from ${app.sql(table)} order by id desc limit 1`)[0]

test('on a phone three fields are shown at a time, the price stays visible, and the booking is complete', async () => {
  const page = await open(gallipoli)
  await page.locator('main [name=passeggeri]').selectOption('3')
  await page.locator('main [name=bagagli]').selectOption('4')
  await ask(page)
  const dialog = dialogOf(page)
  const next = dialog.getByRole('button', { name: 'Avanti' })
  const fields = () =>
    dialog
      .locator('form :is(input:not([type=checkbox], [type=radio], [type=hidden]), select, textarea)')
      .filter({ visible: true })
      .evaluateAll((all) =>
        all.flatMap((one) => (one.closest('[aria-hidden]') ? [] : [one.getAttribute('name')])),
      )
  const price = dialog.getByText('130 €').last()
  // The page has passed the places, passengers and bags to the form, so the form begins with the day.
  await dialog.getByText('Passo 2 di 5').waitFor()
  await expect.poll(fields).toEqual(['date', 'time'])
  await expect.poll(() => price.isVisible()).toBe(true)
  await next.click()
  await dialog.getByText('Indica il giorno, oppure scegli «non so ancora»').waitFor()
  await expect.poll(() => isFocused(dialog.getByLabel('Giorno', { exact: true }))).toBe(true)
  expect(await axeProblems(page)).toEqual([])
  await fillWhen(dialog, '2020-01-01', '09:30')
  await next.click()
  await dialog.getByText('Questo giorno è già passato').waitFor()
  await dialog.locator('[aria-busy]').waitFor({ state: 'detached' })
  const fare = Promise.withResolvers<void>()
  await page.route('**/api/fares?*', (route) => fare.promise.then(() => route.continue()))
  await fillWhen(dialog, there, '09:30')
  await dialog.locator('[aria-busy]').waitFor()
  const whileAsking = await next.boundingBox()
  fare.resolve()
  await dialog.locator('[aria-busy]').waitFor({ state: 'detached' })
  // The button must not move, because a press on a button that moves under the finger is lost.
  expect(await next.boundingBox()).toEqual(whileAsking)
  await next.click()
  await expect.poll(fields).toEqual(['passengers', 'luggage'])
  await expect.poll(() => dialog.getByLabel('Passeggeri').inputValue()).toBe('3')
  await expect.poll(() => dialog.getByLabel('Bagagli').inputValue()).toBe('4')
  await dialog.getByRole('checkbox', { name: 'Andata e ritorno' }).check()
  await expect.poll(fields).toEqual(['passengers', 'luggage', 'returnDate', 'returnTime'])
  await dialog.getByLabel('Giorno del ritorno').fill(back)
  expect(await axeProblems(page)).toEqual([])
  await dialog.getByLabel('Giorno del ritorno').press('Enter')
  await expect.poll(fields).toEqual(['flightOrTrain', 'address', 'message'])
  // A flight that does not fit the trip causes a warning, which does not hold the request back.
  await dialog.getByLabel('Volo o treno').fill('fr 1234 da Bari')
  await dialog.getByText(/^Il volo sembra di Bari, ma il percorso passa da Aeroporto Brindisi/).waitFor()
  await dialog.getByLabel('Volo o treno').fill('fr 1234')
  await expect.poll(() => dialog.getByText(/^Il volo sembra di/).count()).toBe(0)
  await dialog.getByLabel('Masseria, hotel o indirizzo').fill('Hotel Baia, via Roma 5')
  expect(await axeProblems(page)).toEqual([])
  await next.click()
  await expect.poll(fields).toEqual(['name', 'phone', 'email'])
  await expect.poll(() => dialog.getByText(`${shortDayWords(italian, there)}, 09:30`).isVisible()).toBe(true)
  await fillPerson(dialog)
  expect(await axeProblems(page)).toEqual([])
  await page.route('**/api/bookings', (route) => route.fulfill({ status: 500, body: 'boom' }), { times: 1 })
  await send(dialog).click()
  const alert = dialog.getByRole('alert')
  await alert.getByText('Errore nell’invio della richiesta').waitFor()
  await alert.getByText(/^Si è verificato un problema\. Riprova o contattaci direttamente/).waitFor()
  await send(dialog).click()
  await dialog.getByRole('heading', { name: 'Richiesta Inviata con Successo!' }).waitFor()
  expect(await axeProblems(page)).toEqual([])

  const row = await lastOf('bookings')
  expect(row).toMatchObject({
    departure: 'Aeroporto Brindisi',
    destination: 'Gallipoli',
    passengers: '3',
    luggage: '4',
    date: there,
    time: '09:30',
    flightOrTrain: 'FR1234',
    address: 'Hotel Baia, via Roma 5',
    returnTrip: true,
    returnDate: back,
    name: 'Anna Conte',
    email: 'anna@example.com',
    quote: 'Minivan, 130\u00a0€ per veicolo',
  })
  await dialog.getByText(row?.code).waitFor()
  const status = new URL(statusLink({ code: row?.code }, app.runtime.context)).pathname
  await expect
    .poll(() => dialog.getByRole('link', { name: 'Segui la richiesta' }).getAttribute('href'))
    .toBe(status)
  await expect
    .poll(() => dialog.getByRole('link', { name: 'Aggiungi al calendario' }).getAttribute('href'))
    .toBe(`${status}transfer.ics`)
  const message = await dialog.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')
  expect(decodeURIComponent(message ?? '')).toContain(row?.code)
  await dialog.getByRole('button', { name: 'Chiudi' }).last().click()
  await page.getByText(`Richiesta ${row?.code} inviata`).waitFor()
  await ask(page)
  await expect.poll(() => dialog.locator('[name=name]').inputValue()).toBe('')
})

test('on its own page the form is the only request, and the bar covers no button of it', async () => {
  const page = await open('/richiesta/?departure=Aeroporto+Brindisi&destination=Gallipoli', {
    viewport: { width: 390, height: 640 },
  })
  const bar = page.getByRole('region', { name: 'Contattaci' })
  await expect.poll(() => bar.getByRole('button').allInnerTexts()).toEqual(['Chiama o scrivi'])
  await page.getByRole('checkbox', { name: 'Non so ancora' }).check()
  const next = page.locator('main').getByRole('button', { name: 'Avanti' })
  await next.click()
  await page.getByLabel('Passeggeri').selectOption('3')
  await next.click()
  await page.getByText('Passo 4 di 5').waitFor()
  await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }))
  await expect
    .poll(async () => {
      const [button, cover] = [await next.boundingBox(), await bar.boundingBox()]
      return button && cover && button.y > 0 && button.y + button.height <= cover.y
    })
    .toBe(true)
})

test('the button “back” closes the form, and what was typed is still there', async () => {
  const page = await open(gallipoli, desktop)
  await ask(page)
  const dialog = dialogOf(page)
  const name = dialog.getByLabel('Nome e cognome')
  await expect.poll(() => name.getAttribute('toolparamdescription')).toBe('Full name of the person')
  await name.fill('Anna Conte')
  await page.goBack()
  await dialog.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).pathname).toBe(gallipoli)
  await page.reload()
  await ask(page)
  await expect.poll(() => dialog.getByLabel('Nome e cognome').inputValue()).toBe('Anna Conte')
})

test('without JavaScript a refused form opens at its first error', async () => {
  const page = await open('/richiesta/', { ...phone, javaScriptEnabled: false })
  await page.getByLabel('Partenza').fill('Lecce')
  await page.getByLabel('Destinazione').fill('Otranto')
  await page.getByRole('checkbox', { name: 'Non so ancora' }).check()
  await page.getByLabel('Passeggeri').selectOption('2')
  await page.getByLabel('Nome e cognome').fill('Anna Conte')
  await page.getByLabel('Telefono').fill('347 1234567')
  await page.getByRole('main').locator('button[type=submit]').click()
  await page.getByText('Email richiesta').waitFor()
  const email = page.getByLabel('Email')
  await expect.poll(() => isFocused(email)).toBe(true)
  // The bar covers the lowest 76 px.
  const box = await email.boundingBox()
  expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThan(844 - 76)
})

test('closing the form twice at the same moment stays on the page', async () => {
  const page = await open('/blog/', desktop)
  await page.goto(gallipoli)
  await ask(page)
  // Browsers may send `cancel` twice for one press of the Escape key.
  await dialogOf(page).evaluate((dialog) => {
    for (let time = 0; time < 2; time++) dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
  })
  await dialogOf(page).waitFor({ state: 'hidden' })
  await ask(page)
  await dialogOf(page).waitFor()
  expect(new URL(page.url()).pathname).toBe(gallipoli)
})

test('the form requires its fields, sends once, and a failure keeps the input and shows the phone number', async () => {
  const page = await open('/', desktop)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(new URL(request.url()).pathname)
  })
  await ask(page)
  const dialog = dialogOf(page)
  for (const label of ['Partenza', 'Destinazione', 'Passeggeri', 'Nome e cognome', 'Telefono', 'Email'])
    await expect
      .poll(async () => [label, await dialog.getByLabel(label).getAttribute('aria-required')])
      .toEqual([label, 'true'])
  await expect
    .poll(() => dialog.getByLabel('Passeggeri').locator('option').allTextContents())
    .toEqual(['Scegli…', ...'12345678', 'Più di 8'])
  await dialog.getByText('Per esempio: seggiolini, bagagli speciali, una sosta lungo la strada.').waitFor()
  await dialog.getByLabel('Passeggeri').selectOption('')
  await send(dialog).click()
  for (const words of [
    'Inserisci la partenza',
    'Inserisci la destinazione',
    'Indica il giorno, oppure scegli «non so ancora»',
    'Indica l’orario, oppure scegli «non so ancora»',
    'Indica il numero di passeggeri',
    'Inserisci il nome',
    'Inserisci un numero di telefono valido',
    'Email richiesta',
    'Devi accettare la Privacy Policy per continuare',
  ])
    await dialog.getByText(words, { exact: true }).waitFor()
  await dialog.getByLabel('Partenza').fill('Lecce')
  await dialog.getByLabel('Destinazione').fill('Roma')
  await dialog.getByLabel('Passeggeri').selectOption('2')
  await dialog.getByRole('checkbox', { name: 'Non so ancora' }).check()
  await fillPerson(dialog)
  expect(asked).toEqual([])

  const answers = [
    { status: 500, body: 'boom' },
    { status: 429, json: { detail: 'Troppe richieste: riprova tra poco.', errors: [] } },
    { status: 422, json: { detail: 'x', errors: [{ path: 'email', message: 'Email richiesta' }] } },
  ]
  await page.route('**/api/contacts', (route) => route.fulfill(answers.shift() ?? {}))
  const alert = dialog.getByRole('alert')
  await page.route('**/api/contacts', (route) => route.abort('internetdisconnected'), { times: 1 })
  await send(dialog).click()
  await alert.getByText(/^Controlla la connessione e riprova, oppure contattaci direttamente/).waitFor()
  await send(dialog).click()
  await alert.getByText('Errore nell’invio della richiesta').waitFor()
  await alert.getByText(/^Si è verificato un problema\. Riprova o contattaci direttamente/).waitFor()
  await dialog.getByText(/Quello che hai scritto è ancora qui/).waitFor()
  await send(dialog).click()
  await alert.getByText(/^Troppe richieste: riprova tra poco\. Telefono: \+39/).waitFor()
  await send(dialog).click()
  await dialog.getByText('Email richiesta').waitFor()
  await expect.poll(() => isFocused(dialog.getByLabel('Email'))).toBe(true)
  await page.unroute('**/api/contacts')
  asked.length = 0
  const held = Promise.withResolvers<void>()
  await page.route('**/api/contacts', async (route) => {
    await held.promise
    await route.continue()
  })
  await send(dialog).click()
  await dialog.getByRole('button', { name: 'Invio in corso...', exact: true }).waitFor()
  held.resolve()
  await dialog.getByRole('heading', { name: 'Richiesta Inviata con Successo!' }).waitFor()
  expect(asked).toEqual(['/api/contacts'])
})

test('a request counts as sent, even if the response has no code', long, async () => {
  const page = await open('/risultati-ricerca/?departure=Lecce&destination=Roma', desktop)
  // During a deployment, a server of the previous version responds without a code.
  await page.route('**/api/contacts', (route) =>
    route.fulfill({ status: 201, json: { id: 1, createdAt: '2026-11-21T09:00:00.000Z' } }),
  )
  await ask(page)
  const dialog = dialogOf(page)
  await dialog.getByRole('checkbox', { name: 'Non so ancora' }).check()
  await fillPerson(dialog)
  await send(dialog).click()
  await dialog.getByRole('heading', { name: 'Richiesta Inviata con Successo!' }).waitFor()
  await expect.poll(() => dialog.getByText('Codice della richiesta').count()).toBe(0)
  await expect.poll(() => dialog.getByRole('link', { name: 'Segui la richiesta' }).count()).toBe(0)
})

test('outbound and return in one request: sum and discount on the page, in the row and for the customer', async () => {
  await given.route(app, { price4to8Pax: 120 })
  await app.sql`
    insert into company_settings (company_name, vat_number, phone, email, leads_email, return_discount_percent)
    values ('Prova', 'IT01234567890', '0832 000000', 'a@example.com', 'a@example.com', 10)
    on conflict (id) do update set return_discount_percent = 10`
  await expect.poll(async () => (await app.get(`${gallipoli}?ar=1`)).text.includes('10% in meno')).toBe(true)
  const page = await open(gallipoli)
  await page.locator('main [name=passeggeri]').selectOption('4')
  await page.getByLabel('Andata e ritorno').check()
  await page.getByText('225 €').waitFor()
  await page.getByText('Andata e ritorno è già con il 10% in meno.').waitFor()
  expect(await axeProblems(page)).toEqual([])
  await page.setViewportSize(desktop.viewport)
  await ask(page)
  const dialog = dialogOf(page)
  await dialog.getByText('225 €').first().waitFor()
  await fillWhen(dialog, there, '11:00')
  await fillPerson(dialog)
  await send(dialog).click()
  await dialog.getByRole('heading', { name: 'Richiesta Inviata con Successo!' }).waitFor()
  expect(await lastOf('bookings')).toMatchObject({
    quote: 'Minivan, 130\u00a0€ per veicolo',
    returnQuote: 'Minivan, 120\u00a0€ per veicolo',
    totalQuote: '225\u00a0€ (250\u00a0€ meno il 10%)',
  })
  await dialog.getByRole('link', { name: 'Segui la richiesta' }).click()
  await page.getByText('225 € (250 € meno il 10%)').waitFor()
  await app.sql`update company_settings set return_discount_percent = 0`
})

test('the price of a ride at night is asked of the server, because the page has the prices of the day', async () => {
  const page = await open(gallipoli, desktop)
  await ask(page)
  const asked = page.waitForRequest(/\/api\/fares\?.*time=23(:|%3A)30/)
  await fillWhen(dialogOf(page), there, '23:30')
  await asked
  await expect.poll(async () => /110\s€/.test((await dialogOf(page).textContent()) ?? '')).toBe(true)
})

test('the form promises the price of an hour that is free, and no hour that is full', async () => {
  await app.sql`
    insert into trips (from_place, to_place, pickup_at, ends_at, passengers, bags)
    values ('Lecce', 'Otranto', ${romanMidnight(there)}, ${new Date(romanMidnight(there).getTime() + 1)}, 2, 0)`
  await app.sql`
    insert into closed_days (day, reason, max_trips_per_hour) values (${there}, 'Festa', 1)`
  await app.settle()
  const page = await open(`${gallipoli}?giorno=${there}`)
  await expect.poll(() => page.getByText('Ti confermiamo il viaggio per').first().isVisible()).toBe(true)
  await ask(page)
  const summary = dialogOf(page).getByRole('status')
  await expect.poll(() => summary.textContent()).toContain('ti confermiamo')
  await fillWhen(dialogOf(page), there, '10:30')
  await expect.poll(() => summary.textContent()).toContain('prezzo fisso')
  await fillWhen(dialogOf(page), there, '00:30')
  await expect.poll(() => summary.textContent()).toContain('ti confermiamo')
  await app.sql`delete from closed_days`
  await app.sql`delete from trips`
})

test('with text at 200 % the summary breaks no word, and neither then nor in a low window it covers the fields', async () => {
  const page = await open(gallipoli)
  const setText = (size: string) =>
    page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize
    }, size)
  await setText('200%')
  await ask(page)
  const places = dialogOf(page)
    .getByRole('status')
    .locator('xpath=preceding-sibling::p')
    .locator('span')
    .first()
  const { width, em } = await places.evaluate((element) => ({
    width: element.getBoundingClientRect().width,
    em: Number.parseFloat(getComputedStyle(element).fontSize),
  }))
  // The longest word, “Aeroporto”, has about five times the width of an em.
  expect(width / em).toBeGreaterThan(7)
  const foot = dialogOf(page).locator('form > div').last()
  const position = () => foot.evaluate((element) => getComputedStyle(element).position)
  await expect.poll(position).toBe('static')
  await setText('')
  await expect.poll(position).toBe('sticky')
  await page.setViewportSize({ width: 390, height: 480 })
  await expect.poll(position).toBe('static')
})

test('the position of the phone, or the link of a position, reaches the office', async () => {
  const page = await open(gallipoli, {
    ...desktop,
    geolocation: { latitude: 40.05512, longitude: 17.99261 },
    permissions: ['geolocation'],
  })
  for (const [act, position] of [
    [
      async (dialog: Locator) => {
        await dialog.getByRole('button', { name: 'Aggiungi la mia posizione' }).click()
        await dialog.getByText('Posizione aggiunta alla richiesta.').waitFor()
      },
      '40.05512, 17.99261',
    ],
    [
      (dialog: Locator) =>
        dialog.getByLabel('Masseria, hotel o indirizzo').fill('https://maps.app.goo.gl/AbCd1234'),
      'https://maps.app.goo.gl/AbCd1234',
    ],
  ] as const) {
    await ask(page)
    const dialog = dialogOf(page)
    await fillWhen(dialog, there, '11:00')
    await act(dialog)
    await fillPerson(dialog)
    await send(dialog).click()
    await dialog.getByRole('heading', { name: 'Richiesta Inviata con Successo!' }).waitFor()
    expect(await lastOf('bookings')).toMatchObject({ position, address: null })
    await dialog.getByRole('button', { name: 'Chiudi' }).last().click()
    await dialog.waitFor({ state: 'hidden' })
  }
})

test('a map link that nobody could read on the way is still in the request, and the office gets its position', async () => {
  const page = await open('/', desktop)
  await page.route('**/api/locations/**', (route) => route.abort())
  const link = `https://www.google.com/maps/place/${'Masseria+'.repeat(15)}/@40.3,18.1,17z/data=!8m2!3d40.0559!4d17.9908`
  await page.getByRole('combobox', { name: 'Partenza' }).fill('Aeroporto Brindisi')
  await page.getByRole('combobox', { name: 'Destinazione' }).fill(link)
  await page.getByRole('combobox', { name: 'Destinazione' }).press('Tab')
  await ask(page)
  const dialog = dialogOf(page)
  await expect.poll(() => dialog.getByLabel('Destinazione').inputValue()).toBe(link)
  await fillWhen(dialog, there, '11:00')
  await fillPerson(dialog)
  await send(dialog).click()
  await dialog.getByRole('heading', { name: 'Richiesta Inviata con Successo!' }).waitFor()
  expect(await lastOf('bookings')).toMatchObject({ destination: '40.0559, 17.9908', position: link })
})

test('a return that the visitor no longer wants holds no request back', async () => {
  const page = await open(gallipoli, desktop)
  await ask(page)
  const dialog = dialogOf(page)
  await fillWhen(dialog, there, '11:00')
  const bothWays = dialog.getByRole('checkbox', { name: 'Andata e ritorno' })
  await bothWays.check()
  await dialog.getByLabel('Giorno del ritorno').fill(dayIn(3))
  await bothWays.uncheck()
  await fillPerson(dialog)
  await send(dialog).click()
  await dialog.getByRole('heading', { name: 'Richiesta Inviata con Successo!' }).waitFor()
  expect(await lastOf('bookings')).toMatchObject({ date: there, returnTrip: false, returnDate: null })
})

const places = (departure: string, destination: string) => ({ departure, destination })

/** Every way to open the form, with the visitor's steps and the data that the office must receive. */
const ways: {
  from: string
  path: string
  act?(page: Page): Promise<unknown>
  table: 'bookings' | 'contacts' | 'availability_requests'
  /** Values of required fields that the steps did not fill. */
  ask?: Record<string, string>
  carried: Record<string, unknown>
}[] = [
  {
    from: 'a search for a place that is not served',
    path: '/risultati-ricerca/?departure=Lecce&destination=Roma',
    table: 'contacts',
    carried: { ...places('Lecce', 'Roma'), passengers: '2' },
  },
  {
    from: 'other places typed over that search',
    path: '/risultati-ricerca/?departure=Lecce&destination=Roma&passeggeri=5',
    async act(page) {
      await page.getByRole('combobox', { name: 'Destinazione' }).fill('Napoli')
      // While a field has the focus, the page hides the contact bar, whose button opens the form.
      await page.locator(':focus').blur()
    },
    table: 'contacts',
    carried: { ...places('Lecce', 'Napoli'), passengers: '5' },
  },
  {
    from: 'places on Home that were typed but not searched for',
    path: '/',
    async act(page) {
      await page.getByRole('combobox', { name: 'Partenza' }).fill('Maglie')
      await page.getByRole('combobox', { name: 'Destinazione' }).fill('Roma')
      await page.locator(':focus').blur()
    },
    table: 'contacts',
    carried: { ...places('Maglie', 'Roma'), passengers: '2' },
  },
  {
    from: 'an address with its town',
    path: `/risultati-ricerca/?departure=Aeroporto+Brindisi&destination=Masseria+Tal+dei+Tali&destinationTown=Gallipoli&giorno=${there}&passeggeri=5&bagagli=5&ar=1&ritorno=${back}`,
    table: 'availability_requests',
    carried: {
      ...places('Aeroporto Brindisi', 'Masseria Tal dei Tali, Gallipoli'),
      passengers: '5',
      luggage: '5',
      date: there,
      returnTrip: true,
      returnDate: back,
      quoteSource: 'estimated',
    },
  },
  {
    from: 'a route page with a chosen trip and vehicle',
    path: gallipoli,
    async act(page) {
      await page.locator('main [name=giorno]').fill(there)
      await page.locator('main [name=passeggeri]').selectOption('5')
      await page.locator('main [name=bagagli]').selectOption('2')
      await page.getByRole('radio', { name: /Economy/ }).check()
      await page.locator(':focus').blur()
    },
    table: 'availability_requests',
    carried: {
      ...places('Aeroporto Brindisi', 'Gallipoli'),
      passengers: '5',
      luggage: '2',
      date: there,
      quote: 'Economy condiviso, 120\u00a0€ per il gruppo',
    },
  },
  {
    from: 'a page without a trip',
    path: '/blog/',
    table: 'availability_requests',
    ask: { Partenza: 'Aeroporto Brindisi', Destinazione: 'Gallipoli' },
    carried: { ...places('Aeroporto Brindisi', 'Gallipoli'), passengers: '2' },
  },
]

test('Escape closes the form even in the frame in which it appears', async () => {
  const page = await open(gallipoli)
  await ask(page)
  await dialogOf(page).waitFor()
  await page.keyboard.press('Escape')
  await dialogOf(page).waitFor({ state: 'hidden' })
  await page.evaluate(() => {
    const button = [...document.querySelectorAll('button')].find((one) =>
      one.textContent.includes('RICHIEDI'),
    )
    new MutationObserver(() => {
      if (document.querySelector('dialog[open]:not(:modal)'))
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
      document.documentElement.dataset.pressed = ''
    }).observe(document.body, { subtree: true, childList: true, attributes: true })
    button?.click()
  })
  await page.locator('html[data-pressed]').waitFor()
  await dialogOf(page).waitFor({ state: 'detached' })
})

test(
  'a request carries the trip from every place that opens it, and the form asks for the missing data',
  long,
  async () => {
    const seen: unknown[] = []
    for (const { from, path, act, table, ask: asked = {}, carried } of ways) {
      const page = await open(path, desktop)
      await act?.(page)
      await ask(page)
      const form = dialogOf(page).locator('form')
      for (const [label, value] of Object.entries(asked)) {
        const field = form.getByLabel(label)
        await expect.poll(async () => [from, label, await field.inputValue()]).toEqual([from, label, ''])
        await field.fill(value)
      }
      await form.getByRole('checkbox', { name: 'Non so ancora' }).check()
      // The kind of the lead depends on the price, which may still be loading.
      if (table !== 'contacts')
        await expect
          .poll(async () => [from, /\d\s€/.test((await form.textContent()) ?? '')])
          .toEqual([from, true])
      await fillPerson(form)
      await send(form).click()
      await page
        .getByText(/inviat[oa] con successo/i)
        .first()
        .waitFor()
      const row = await lastOf(table)
      seen.push({ from, ...Object.fromEntries(Object.keys(carried).map((key) => [key, row?.[key]])) })
    }
    expect(seen).toEqual(ways.map(({ from, carried }) => ({ from, ...carried })))
  },
)

test('no page reported an error that these tests did not cause', () => {
  expect(browser.problems().filter((line) => !/Failed to load resource/.test(line))).toEqual([])
})
