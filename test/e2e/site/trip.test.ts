import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { euro } from '../../../src/kernel/money.ts'
import { eventually } from '../../app.ts'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems, type PageOptions } from '../../browser.ts'
import { dayIn, given } from '../../given.ts'
import { long } from '../../length.ts'

const { app, browser } = await openAppInBrowser({ data: 'demo' })

const gallipoli = '/tratte/transfer-aeroporto-brindisi-gallipoli/'
const phone = { viewport: { width: 390, height: 844 } }

const open = async (path: string, options: PageOptions = {}) => {
  const page = await browser.page({ baseURL: app.origin, ...phone, ...options })
  await page.goto(path)
  return page
}

/** Returns the texts of the offered vehicles, for example `Minivan per veicolo, andata e ritorno 260 €`. */
const offers = async (page: Page) =>
  (await page.locator('main .offer').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))

const whatsAppText = async (page: Page) => {
  const link = page.locator('#parla a[href^="https://wa.me/"]')
  return new URL((await link.getAttribute('href')) ?? '').searchParams.get('text') ?? ''
}

const address = (page: Page) => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

/** Leaves a place's field, with its button that clears the text. */
async function leave(page: Page) {
  for (let press = 0; press < 2; press++) await page.keyboard.press('Tab')
}

async function pick(page: Page, field: 'Partenza' | 'Destinazione', text: string, name: RegExp) {
  await page.getByRole('combobox', { name: field }).fill(text)
  await page.getByRole('option', { name }).first().click()
}

test('the price of a route is on the first screen of a phone, above the map, before any script runs', async () => {
  const page = await open(gallipoli, { javaScriptEnabled: false })
  expect(await offers(page)).toEqual([
    'Berlina per veicolo, solo andata 110 €',
    'Economy condiviso 40 € a persona × 2, solo andata 80 €',
  ])
  await page.getByText('Prezzo fisso per oggi: 2 passeggeri, 2 bagagli.').waitFor()
  const bottom = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  const bar = await page.getByRole('region', { name: 'Contattaci' }).boundingBox()
  expect(await bottom('.offer >> nth=1')).toBeLessThan(bar?.y ?? 0)
  expect(await bottom('.route-map')).toBeGreaterThan(await bottom('.offer >> nth=1'))
})

test(
  'from Home the price for six with return takes six presses, and its address shows it again',
  long,
  async () => {
    const page = await open('/')
    const presses: string[] = []
    const press = async (name: string, act: () => Promise<unknown>) => {
      presses.push(name)
      await act()
    }
    await press('Partenza', () => page.getByRole('combobox', { name: 'Partenza' }).click())
    await press('Aeroporto Brindisi', () => page.getByRole('option', { name: /^Aeroporto Brindisi/ }).click())
    await press('Gallipoli', () => page.getByRole('option', { name: /^Gallipoli/ }).click())
    await press('Passeggeri, 6', () => page.locator('main [name=passeggeri]').selectOption('6'))
    presses.push('6')
    await press('Andata e ritorno', () => page.getByLabel('Andata e ritorno').check())
    await expect
      .poll(() => offers(page))
      .toEqual([
        'Minivan per veicolo, andata e ritorno 260 €',
        'Economy condiviso insieme ad altri, solo andata, ritorno a parte 120 €',
      ])
    expect(presses).toHaveLength(6)
    await expect
      .poll(() => whatsAppText(page))
      .toContain('Siamo 6 passeggeri, 2 bagagli: Minivan, andata e ritorno 260 €.')
    const shared = '/?departure=Aeroporto+Brindisi&destination=Gallipoli&passeggeri=6&bagagli=2&ar=1'
    await expect.poll(() => address(page)).toBe(shared)
    expect(await axeProblems(page)).toEqual([])

    const days = `giorno=${dayIn(20)}&ritorno=${dayIn(27)}`
    const german = await open(`/de/strecken/flughafen-brindisi-gallipoli/?${days}`)
    expect(await whatsAppText(german)).toMatch(
      / am \p{L}+, \d+\. \p{L}+ \d{4}, Rückfahrt am \p{L}+, \d+\. \p{L}+ \d{4}\./u,
    )

    const guest = await open(shared, { javaScriptEnabled: false })
    expect(await offers(guest)).toEqual([
      'Minivan per veicolo, andata e ritorno 260 €',
      'Economy condiviso insieme ad altri, solo andata, ritorno a parte 120 €',
    ])
    // The button to send follows the fields, instead of covering them.
    await guest.goto('/richiesta/')
    const send = await guest.getByRole('button', { name: 'Invia la richiesta' }).boundingBox()
    expect(send?.y ?? 0).toBeGreaterThan(guest.viewportSize()?.height ?? Number.POSITIVE_INFINITY)
    // On a laptop, too, the bar covers no price.
    const laptop = await open(shared, { javaScriptEnabled: false, viewport: { width: 1440, height: 900 } })
    const last = await laptop.locator('main .offer').last().boundingBox()
    const bar = await laptop.getByRole('region', { name: 'Contattaci' }).boundingBox()
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
    await page.getByRole('button', { name: 'Verifica prezzo e disponibilità' }).click()
    await page.waitForURL(`**${gallipoli}?passeggeri=6&bagagli=2&ar=1`)
    await expect.poll(async () => (await offers(page))[0]).toBe('Minivan per veicolo, andata e ritorno 260 €')
    await page.goBack()
    await page.waitForURL(`**${shared}`)
    await expect.poll(async () => (await offers(page))[0]).toBe('Minivan per veicolo, andata e ritorno 260 €')
  },
)

test('a shared ride without a way back says so, promises no discount on it, and the form repeats it', async () => {
  await app.sql`
    insert into company_settings (company_name, vat_number, phone, email, leads_email, return_discount_percent)
    values ('Prova', 'IT01234567890', '0832 000000', 'a@example.com', 'a@example.com', 10)`
  await expect.poll(async () => (await app.get(`${gallipoli}?ar=1`)).text).toContain('10% in meno')
  const page = await open(`${gallipoli}?passeggeri=2&bagagli=0&ar=1`)
  await page.getByText(/Andata e ritorno è già con il 10% in meno/).waitFor()
  await page.getByRole('radio', { name: /Economy/ }).check()
  await page
    .getByText(/Economy condiviso: il prezzo è della sola andata\. Quello del ritorno te lo diciamo noi\./)
    .waitFor()
  await expect.poll(() => page.getByText('Andata e ritorno è già con').count()).toBe(0)
  await page.getByRole('button', { name: 'RICHIEDI DISPONIBILITÀ' }).click()
  await expect
    .poll(() => page.getByRole('dialog').getByRole('status').textContent())
    .toContain('solo andata, ritorno a parte')
  await app.sql`delete from company_settings`
  await expect.poll(async () => (await app.get(`${gallipoli}?ar=1`)).text).not.toContain('10% in meno')
})

test('on a route every change shows the vehicles and totals without a request, by keyboard, and follows the visitor', async () => {
  const page = await open(gallipoli, { viewport: { width: 320, height: 800 } })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/fares')) asked.push(request.url())
  })
  // The message names no passengers, because the visitor has not chosen their number.
  expect(await whatsAppText(page)).not.toMatch(/passegger/)
  const people = page.locator('main [name=passeggeri]')
  await people.focus()
  await page.keyboard.press('3')
  await expect.poll(async () => (await offers(page))[0]).toBe('Berlina per veicolo, solo andata 110 €')
  await page.locator('main [name=bagagli]').selectOption('4')
  await expect.poll(async () => (await offers(page))[0]).toBe('Minivan per veicolo, solo andata 130 €')
  await expect.poll(() => whatsAppText(page)).toContain('3 passeggeri, 4 bagagli: Minivan, 130 € per veicolo')
  expect(await whatsAppText(page)).toContain(`https://www.salento.example${gallipoli}`)
  expect(await whatsAppText(page)).toContain('Aeroporto Brindisi → Gallipoli')
  await page.getByRole('radio', { name: /Economy/ }).check()
  await expect.poll(() => whatsAppText(page)).toContain('Economy condiviso, 110 € per il gruppo')
  await people.selectOption('4')
  await page
    .getByText(/Prezzo fisso per oggi: 4 passeggeri.*Dal quarto passeggero serve il minivan/)
    .waitFor()
  expect(asked).toEqual([])
  await expect.poll(() => address(page)).toBe(`${gallipoli}?passeggeri=4&bagagli=4`)
  expect(await axeProblems(page)).toEqual([])
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0)

  await people.selectOption('9')
  await page.getByText('Per un gruppo così uniamo più veicoli').waitFor()
  await expect.poll(() => offers(page)).toEqual([])
  await expect.poll(() => whatsAppText(page)).toContain('più di 8 passeggeri')
})

test('a premium car is chosen like any other vehicle', async () => {
  await app.sql`
    update route_prices set price_premium1to3_pax = 150, price_premium4to7_pax = 190
    where slug = 'aeroporto-brindisi-gallipoli'`
  // Does not match before a digit, because the page's data contain field names such as `pricePremium1to3Pax`.
  const premium = /Premium(?!\d)/
  await expect.poll(async () => (await app.get(gallipoli)).text).toMatch(premium)
  const page = await open(gallipoli)
  await page.getByRole('radio', { name: /Premium/ }).check()
  await page.locator('main [name=passeggeri]').selectOption('3')
  await expect.poll(() => whatsAppText(page)).toContain('Premium, 150 € per veicolo')
  await page.getByRole('button', { name: 'RICHIEDI DISPONIBILITÀ' }).click()
  await expect.poll(() => page.getByRole('dialog').getByRole('status').textContent()).toContain('Premium')
  // On a tablet the columns of premium prices leave the names room for two lines.
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto('/prezzi/')
  const heights = () => page.locator('.prices th a').evaluateAll((all) => all.map((one) => one.clientHeight))
  await expect.poll(async () => Math.max(...(await heights()))).toBe(56)
  await app.sql`
    update route_prices set price_premium1to3_pax = null, price_premium4to7_pax = null
    where slug = 'aeroporto-brindisi-gallipoli'`
  await expect.poll(async () => (await app.get(gallipoli)).text).not.toMatch(premium)
})

test('the chosen day sets the price; a past day is refused at its field', async () => {
  const staff = await app.logIn()
  const list = { name: 'Estate', startsOn: dayIn(10), endsOn: dayIn(40), departure: 4, percent: '15' }
  await app.post('/api/admin/price-lists', { ...list, fields: ['price1to3Pax', 'price4to8Pax'] }, staff)
  const question = { from: 'Aeroporto Brindisi', to: 'Gallipoli', passengers: '3', day: dayIn(20) }
  const total = await eventually(async () => {
    const [offer] = (await app.get(`/api/fares?${new URLSearchParams(question)}`)).body.offers
    expect(offer.validFrom).toBe(dayIn(10))
    return offer.total
  })
  const price = `Berlina per veicolo, solo andata ${euro({ locale: 'it' }, total)}`.replaceAll('\u00a0', ' ')
  const page = await open(gallipoli)
  await page.locator('main [name=giorno]').fill(dayIn(20))
  await expect.poll(async () => (await offers(page))[0]).toBe(price)
  await expect.poll(() => address(page)).toBe(`${gallipoli}?giorno=${dayIn(20)}`)
  await page.reload()
  await expect.poll(async () => (await offers(page))[0]).toBe(price)
  await page.locator('main [name=giorno]').fill('2020-01-01')
  await page.getByText('Questo giorno è già passato').first().waitFor()
  await expect.poll(() => page.locator('main [name=giorno]').getAttribute('aria-invalid')).toBe('true')
})

test('a picked place counts, and not the letters that were typed to find it', async () => {
  const page = await open('/')
  await pick(page, 'Partenza', 'stazi', /^Stazione Lecce/)
  await pick(page, 'Destinazione', 'galli', /^Gallipoli/)
  await expect.poll(() => address(page)).toBe('/?departure=Stazione+Lecce&destination=Gallipoli')
  await expect.poll(async () => (await offers(page)).length).toBeGreaterThan(0)
})

test('an empty field is reported at the field, and takes the focus', async () => {
  const page = await open('/')
  const search = page.getByRole('button', { name: 'Verifica prezzo e disponibilità' })
  await page.getByRole('combobox', { name: 'Destinazione' }).fill('Gallipoli')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Escape')
  await search.click()
  await page.getByText('Indica da dove parti').waitFor()
  const departure = page.getByRole('combobox', { name: 'Partenza' })
  await expect.poll(() => departure.evaluate((field) => field === document.activeElement)).toBe(true)
  await expect.poll(() => departure.getAttribute('aria-invalid')).toBe('true')
  await page.keyboard.press('Escape')
  expect(await axeProblems(page)).toEqual([])
  // Place names typed in full count as chosen.
  await departure.fill('aeroporto brindisi')
  await page.getByText('Indica da dove parti').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${gallipoli}`)
})

test('a pair without a page gets the price of its opposite, an address gets the price of its town, an unknown place causes a question', async () => {
  const page = await open('/')
  await page.getByRole('combobox', { name: 'Partenza' }).fill('Masseria Tal dei Tali')
  await pick(page, 'Destinazione', 'bds', /^Aeroporto Brindisi/)
  const town = page.getByRole('combobox', { name: 'In quale paese si trova “Masseria Tal dei Tali”?' })
  await town.fill('gallipoli')
  await page
    .getByRole('option', { name: /^Gallipoli/ })
    .first()
    .click()
  await page.getByText(/^Prezzo indicativo per oggi: .* È quello da Gallipoli a Aeroporto Brindisi/).waitFor()
  await expect.poll(async () => (await offers(page)).length).toBeGreaterThan(0)
  expect(await axeProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Verifica prezzo e disponibilità' }).click()
  await page.waitForURL('**/risultati-ricerca/?departure=Masseria*')
  await page.getByText(/^Prezzo indicativo per oggi/).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('departureTown')).toBe('Gallipoli')

  const unserved = await open('/risultati-ricerca/?departure=Lecce&destination=Roma', {
    javaScriptEnabled: false,
  })
  await unserved.getByText('Di solito non serviamo “Roma”, ma chiedi').waitFor()
})

test('a town outside the served area is named in the field and the answer, with ways to ask that carry the trip', async () => {
  const page = await open('/')
  await pick(page, 'Partenza', 'brindisi', /^Aeroporto Brindisi/)
  await page.getByRole('combobox', { name: 'Destinazione' }).fill('Napoli')
  await page.getByText('Di solito non serviamo “Napoli”, ma chiedi: puoi lasciare il nome').waitFor()
  expect(await axeProblems(page)).toEqual([])
  await leave(page)
  await page.getByText('Su richiesta. Di solito non serviamo “Napoli”, ma chiedi').waitFor()
  await expect.poll(() => page.getByText('In quale paese si trova').count()).toBe(0)
  expect(await axeProblems(page)).toEqual([])
  const whatsApp = await page.locator('main a[href^="https://wa.me/"]').first().getAttribute('href')
  expect(new URL(whatsApp ?? '').searchParams.get('text')).toContain('Aeroporto Brindisi → Napoli')
  await page.locator('main').getByRole('link', { name: 'CHIAMA ORA' }).waitFor()
  await page.getByRole('button', { name: 'Scrivi la richiesta' }).click()
  const dialog = page.getByRole('dialog')
  await expect.poll(() => dialog.getByLabel('Destinazione').inputValue()).toBe('Napoli')
  await dialog.getByText('Di solito non serviamo questo posto, ma manda la richiesta').waitFor()
})

test('of “aeroporto bri” arrow and Enter choose Brindisi, and of “bri” alone the airport with this code', async () => {
  const page = await open('/')
  const departure = page.getByRole('combobox', { name: 'Partenza' })
  for (const [typed, name] of [
    ['aeroporto bri', 'Aeroporto Brindisi'],
    ['bri', 'Aeroporto Bari'],
  ] as const) {
    await departure.fill(typed)
    await page.getByRole('option', { name }).first().waitFor()
    await departure.press('ArrowDown')
    await departure.press('Enter')
    await expect.poll(() => departure.inputValue()).toBe(name)
  }
})

test('a pasted map link becomes a position with the price of the nearest town, a short link asks for the town', async () => {
  const page = await open('/')
  await pick(page, 'Partenza', 'brindisi', /^Aeroporto Brindisi/)
  const destination = page.getByRole('combobox', { name: 'Destinazione' })
  const name = 'Masseria+'.repeat(25)
  await destination.fill(
    `https://www.google.com/maps/place/${name}/@40.3,18.1,17z/data=!8m2!3d40.0559!4d17.9908`,
  )
  await page.getByRole('option', { name: '40.0559, 17.9908 Gallipoli' }).waitFor()
  await leave(page)
  await expect.poll(() => destination.inputValue()).toBe('40.0559, 17.9908')
  await page.getByText('È quello da Aeroporto Brindisi a Gallipoli: te lo confermiamo.').waitFor()
  await destination.fill('https://maps.app.goo.gl/AbC123')
  await page.getByText('Non possiamo vedere dove porta questo link').waitFor()
  await leave(page)
  await page.getByText('In quale paese si trova “https://maps.app.goo.gl/AbC123”?').waitFor()
})

test('the largest figure of a card is the total that the visitor pays', async () => {
  const ends = 'departure=Aeroporto+Brindisi&destination=Gallipoli'
  const page = await open(`/risultati-ricerca/?${ends}&passeggeri=6&bagagli=5&ar=1`, {
    javaScriptEnabled: false,
  })
  const largest = () =>
    page
      .locator('main li:has(h2), main a:has(small)')
      .first()
      .evaluate((card) => {
        const figures = [...card.querySelectorAll('*')].filter((one) =>
          /^\s*\d+\s€\s*$/.test(one.textContent),
        )
        const size = (one: Element) => Number.parseFloat(getComputedStyle(one).fontSize)
        return figures.toSorted((one, other) => size(other) - size(one)).map((one) => one.textContent)[0]
      })
  expect(await largest()).toBe('260\u00a0€')
  await page.goto('/?passeggeri=2&bagagli=2')
  await page.locator('main a:has(small)').first().waitFor()
  const [, total] =
    (await page.locator('main a:has(small) small').first().textContent())?.match(/: (.*€)/) ?? []
  expect(await largest()).toBe(total)
})

test('a hotel is suggested with its town, and stays in the field when it is picked', async () => {
  const page = await open('/')
  await pick(page, 'Partenza', 'brindisi', /^Aeroporto Brindisi/)
  await pick(page, 'Destinazione', 'Hotel Palazzo del Corso Gallipoli', /^Hotel Palazzo del Corso Gallipoli/)
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Destinazione' }).inputValue())
    .toBe('Hotel Palazzo del Corso Gallipoli')
  await page.getByText('È quello da Aeroporto Brindisi a Gallipoli: te lo confermiamo.').waitFor()
})

test('an unknown place that the visitor leaves with the Tab key causes a question and is copied into the form', async () => {
  const page = await open('/')
  await pick(page, 'Partenza', 'brindisi', /^Aeroporto Brindisi/)
  await page.keyboard.type('Masseria Ics')
  await page.keyboard.press('Tab')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.ariaLabel))
    .toBe('Cancella il testo: Destinazione')
  await page.keyboard.press('Tab')
  await page.getByText('In quale paese si trova “Masseria Ics”?').waitFor()
  // Takes the focus from the text field, because the page hides the bar while a text field has the focus.
  await page.locator('h1').click()
  await page.getByRole('button', { name: 'RICHIEDI DISPONIBILITÀ' }).click()
  await expect
    .poll(() => page.getByRole('dialog').getByLabel('Destinazione').inputValue())
    .toBe('Masseria Ics')
})

test(
  'no window has two loud buttons for one act, and quiet ones only where the specification names them',
  long,
  async () => {
    const { statusPath } = await given.lead(app, 'booking')
    const results = '/risultati-ricerca/?departure=Aeroporto+Brindisi&destination=Gallipoli'
    /** Buttons in the page to call and to ask for a quote, for each page that has them. */
    const named = new Map([
      [gallipoli, 2],
      ['/prezzi/', 2],
      ['/tratte/', 2],
      [results, 1],
      ['/contatti/', 1],
    ])
    const others = [
      '/',
      '/blog/',
      '/aziende/',
      '/contatti/',
      '/troppe-richieste/',
      '/non-disponibile/',
      statusPath,
    ]
    const tabs = [
      await browser.page({ baseURL: app.origin, ...phone }),
      await browser.page({ baseURL: app.origin, viewport: { width: 1440, height: 900 } }),
    ]
    const paths = [...named.keys(), ...others]
    for (const [page, path] of tabs.flatMap((tab) => paths.map((path) => [tab, path] as const))) {
      await page.goto(path)
      const most = await page.evaluate(() => {
        const acts = {
          call: 'a[href^="tel:"]',
          talk: '[popovertarget="parla"]',
          whatsApp: 'a[href^="https://wa.me/"]',
          mail: 'a[href^="mailto:"]',
          request: '[data-app^="/richiesta/"], main a[href="/contatti/"]',
        }
        // Only buttons count, not the cards of the contacts and the data of the footer.
        const isButton = (one: Element) => one.matches('.rounded-field') && !one.closest('footer')
        const isLoud = (one: Element) => one.matches('.bg-sun, .bg-sea, .bg-ink')
        const most = { loud: 0, quiet: 0 }
        for (let top = 0; top < document.documentElement.scrollHeight; top += 300) {
          scrollTo({ top, behavior: 'instant' })
          const isSeen = (one: Element) => {
            const { top, bottom, height } = one.getBoundingClientRect()
            return height > 0 && bottom > 0 && top < innerHeight && one.checkVisibility()
          }
          const seen = Object.values(acts).map((selector) =>
            [...document.querySelectorAll(selector)].filter((one) => isSeen(one) && isButton(one)),
          )
          most.loud = Math.max(most.loud, ...seen.map((all) => all.filter(isLoud).length))
          most.quiet = Math.max(
            most.quiet,
            seen.flat().filter((one) => !isLoud(one) && one.closest('main')).length,
          )
        }
        return most
      })
      // A page that takes no request leads to the telephone, whose number is its own largest button.
      const isCallOnly = ['/troppe-richieste/', '/non-disponibile/'].includes(path)
      const expected = isCallOnly ? { loud: 2, quiet: 1 } : { loud: 1, quiet: named.get(path) ?? 0 }
      expect([path, most]).toEqual([path, expected])
    }
  },
)

test('the lists have one form for the trip: without places it shows their prices for the party, with places the trip', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await open('/prezzi/', { javaScriptEnabled })
    await page.getByText('Scegli viaggio, giorno e passeggeri').click()
    await page.locator('main [name=passeggeri]').selectOption('6')
    await page.getByRole('button', { name: 'Mostra i prezzi' }).click()
    await page.waitForURL(`**${javaScriptEnabled ? '/prezzi/' : '/tratte/'}?*passeggeri=6*`)
    await page.getByText(/^Prezzi di oggi: 6 passeggeri/).waitFor()
    await page
      .getByRole('row', { name: /^Gallipoli/ })
      .first()
      .getByText('130 €')
      .waitFor()
    await expect.poll(() => page.locator('main form').count()).toBe(2)
    // The new page shows the form closed, so that the prices are visible. This click opens the form.
    await page.getByText(/^Prezzi di oggi: 6 passeggeri/).click()
    await page.getByRole('combobox', { name: 'Partenza' }).fill('Aeroporto Brindisi')
    await page.getByRole('combobox', { name: 'Destinazione' }).fill('Gallipoli')
    await page.getByRole('heading', { level: 1 }).click()
    await page.locator('.trip-box [type=submit]').click()
    await page.waitForURL(
      javaScriptEnabled
        ? `**${gallipoli}?*passeggeri=6*`
        : '**/risultati-ricerca/?departure=Aeroporto+Brindisi&*',
    )
    await expect.poll(async () => (await offers(page))[0]).toContain('130 €')
  }
})

test('a submit while the application loads has the values of the fields, even if the browser renders late', async () => {
  const page = await browser.page({ baseURL: app.origin, ...phone })
  // React renders in messages of a channel, so the browser is late in rendering but not in running timers.
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      setTimeout(() => post.call(this, message), 200)
    }
  })
  const late = Promise.withResolvers<void>()
  await page.route('**/assets/app-*.js', (route) => late.promise.then(() => route.continue()))
  await page.goto('/prezzi/')
  await page.getByText('Scegli viaggio, giorno e passeggeri').click()
  await page.locator('main [name=passeggeri]').selectOption('6')
  await page.getByRole('button', { name: 'Mostra i prezzi' }).click()
  late.resolve()
  await page.waitForURL('**/prezzi/?*passeggeri=6*')
})

test('a press during which the price arrives opens the page of the route', async () => {
  const page = await open('/prezzi/')
  await page.getByText('Scegli viaggio, giorno e passeggeri').click()
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/fares?*', (route) => answer.promise.then(() => route.continue()))
  await page.getByRole('combobox', { name: 'Partenza' }).fill('Aeroporto Brindisi')
  await page.getByRole('combobox', { name: 'Destinazione' }).fill('Gallipoli')
  const asked = page.waitForRequest('**/api/fares?*')
  await page.getByRole('heading', { level: 1 }).click()
  await asked
  await page.locator('.trip-box [type=submit]').hover()
  // A busy machine needs longer for a press than a person.
  await page.evaluate(() => {
    const { timeout } = AbortSignal
    AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms === 1_000 ? 60_000 : ms)
  })
  await page.mouse.down()
  const answered = page.waitForResponse('**/api/fares?*')
  answer.resolve()
  await (await answered).finished()
  // The time in which the page without the guarantee shows the price and moves the button.
  await page.waitForTimeout(300)
  await page.mouse.up()
  await page.waitForURL(`**${gallipoli}`)
})

test('no page reported an error', () => {
  expect(browser.problems().filter((one) => !/\/(troppe-richieste|non-disponibile)\//.test(one))).toEqual([])
})
