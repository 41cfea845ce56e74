import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { groups } from '../../../src/web/admin/sections.ts'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { dayIn } from '../../given.ts'
import { inFull, long } from '../../length.ts'
import { openPanel } from '../../panel.ts'
import { templates } from '../../templates.ts'

// Names, e-mail addresses and codes can be long words without breaks. No page may become wider than the phone.

const { app, browser } = await openAppInBrowser({ data: 'demo' })
let destination = ''
/** Path of the status page of a request, in which each text is one long word. */
let statusPath = ''

const word = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(4).slice(0, 120)

beforeAll(async () => {
  const { sql } = app
  await sql`update locations set name = ${word} where name = 'Gallipoli'`
  await sql`update locations set cap = '7301473014' where name = ${word}`
  await sql`update blog_posts set title = ${word}, summary = ${word}, content = ${`# ${word}\n\n${word} \`${word}\``},
    meta_title = ${word}, category = ${word} where slug = 'gallipoli-senza-auto'`
  const company = {
    company_name: word,
    vat_number: '01234567890',
    phone: '+39 0832 123456',
    email: `${word}@example.com`,
    leads_email: 'a@example.com',
    address: word,
    cap: '73100',
    city: word.slice(0, 80),
    are_reviews_verified: true,
    licence_number: word.slice(0, 40),
    licence_municipality: word.slice(0, 80),
    insurance: word,
    languages: word,
    testimonials: sql.json([{ name: word, text: word, source: word, date: '', stars: 5 }]),
  }
  await sql`insert into company_settings ${sql(company)}`
  await sql`update locations set meeting_point = ${word}`
  await sql`update transfer_types set name = left(${word}, 90) || id, description = ${word}`
  const person = {
    name: word,
    phone: '347 1234567',
    email: `${word.slice(0, 60)}@${word.slice(0, 60)}.example`,
  }
  const trip = {
    departure: word,
    destination: word,
    passengers: '3',
    luggage: word.slice(0, 80),
    date: dayIn(200),
    address: word,
    position: `https://www.google.com/maps/place/${word}`,
  }
  const ip = (last: number) => ({ 'x-forwarded-for': `198.51.100.${last}` })
  const sent = [
    await app.post('/api/contacts', { ...person, ...trip, message: word }, ip(1)),
    await app.post('/api/bookings', { ...person, ...trip, time: '10:30', notes: word }, ip(2)),
    await app.post(
      '/api/availability-requests',
      { ...person, ...trip, message: word, formSource: 'pagina' },
      ip(3),
    ),
  ]
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 201])
  statusPath = sent[1]?.body.statusPath
  const [route] = await sql<[{ slug: string }]>`
    select slug from route_prices where destination_location_id = (select id from locations where name = ${word})`
  destination = `/tratte/transfer-${route.slug}/`
  await app.settle()
})

/** Returns up to three innermost elements that end beyond the right edge of the screen. */
async function tooWide(page: Page): Promise<string[]> {
  // Uses the width of the screen, because a phone's layout grows with its content.
  const limit = page.viewportSize()?.width ?? 0
  return page.evaluate((limit) => {
    if (document.documentElement.scrollWidth <= limit && !document.querySelector('dialog[open]')) return []
    const scrolls = (element: Element) => {
      for (
        let one: Element | null = element.parentElement;
        one && one !== document.body;
        one = one.parentElement
      )
        if (/auto|scroll|hidden|clip/.test(getComputedStyle(one).overflowX) && one.localName !== 'dialog')
          return true
      return false
    }
    return [...document.body.querySelectorAll('*')]
      .filter((element) => {
        const { right, width } = element.getBoundingClientRect()
        return width > 0 && right > limit + 1 && element.clientWidth > 1 && !scrolls(element)
      })
      .filter((element, _index, all) => !all.some((other) => other !== element && element.contains(other)))
      .slice(0, 3)
      .map((element) => `${element.localName}.${element.className} “${element.textContent?.slice(0, 20)}”`)
  }, limit)
}

const widths = inFull([320], [320, 390])

test('no page of the site scrolls sideways', long, async () => {
  const found: string[] = []
  const page = await browser.page({ baseURL: app.origin, hasTouch: true, isMobile: true })
  const query = new URLSearchParams({ departure: word.slice(0, 80), destination: word.slice(0, 80) })
  const paths = [
    ...templates,
    destination,
    `/risultati-ricerca/?${query}`,
    `/richiesta/?${query}`,
    `/contatti/?${query}`,
    statusPath,
  ]
  const look = async (width: number, what: string) => {
    for (const problem of await tooWide(page)) found.push(`${what} at ${width}: ${problem}`)
  }
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of paths) {
      await page.goto(path)
      await look(width, path)
    }
    await page.goto('/prezzi/')
    await page.getByLabel('Filtra per destinazione').fill(`x${word}`)
    await page.getByText('Nessun prezzo per').waitFor()
    await look(width, 'filtered prices')
    await page.goto(`/risultati-ricerca/?departure=Roma&destination=${word.slice(0, 80)}`)
    await page.getByRole('button', { name: 'RICHIEDI DISPONIBILITÀ' }).click()
    await page.getByRole('dialog').locator('form').waitFor()
    await look(width, 'request dialog')
    await page.goto('/')
    await page.getByRole('combobox', { name: 'Partenza' }).fill('Wolfesch')
    await page.getByRole('option').first().waitFor()
    await look(width, 'suggestions')
    await page.getByRole('button', { name: 'Menu' }).click()
    await look(width, 'menu')
  }
  expect(found).toEqual([])
})

test('the footer shows the whole name of the company, and the header stays low', async () => {
  const page = await browser.page({ baseURL: app.origin })
  await page.goto('/aziende/')
  const name = page.getByRole('contentinfo').getByText(word, { exact: true }).first()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expect
      .poll(() =>
        name.evaluate(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => [
          clientWidth > 100,
          scrollHeight <= clientHeight,
          scrollWidth <= clientWidth,
        ]),
      )
      .toEqual([true, true, true])
    await expect
      .poll(async () => (await page.getByRole('banner').boundingBox())?.height)
      .toBeLessThanOrEqual(73)
  }
})

test('no section of the panel scrolls sideways', long, async () => {
  const found: string[] = []
  const page = await openPanel(app, browser, { isSuperAdmin: true, hasTouch: true, isMobile: true })
  const leads = await app.sql<{ kind: string; id: number }[]>`select kind, id from leads`
  const [post] = await app.sql<[{ id: number }]>`select id from blog_posts where title = ${word}`
  const [place] = await app.sql<[{ id: number }]>`select id from locations where name = ${word}`
  const [route] = await app.sql<
    [{ id: number }]
  >`select id from route_prices where destination_location_id = ${place.id}`
  const records = [
    ...leads.map(({ kind, id }) => `richieste/${kind}/${id}/`),
    `blog/${post.id}/`,
    `localita/${place.id}/`,
    `tratte/${route.id}/`,
    'tratte/?search=Wolfe',
    'localita/?search=Wolfe',
    'prezzimod/?search=Wolfe',
  ]
  for (const path of [
    ...groups.flatMap(({ sections }) => sections.map((section) => section.path)),
    ...records,
  ]) {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto(`/admin/${path}`)
    await page.getByRole('heading').first().waitFor()
    await page.getByRole('status', { name: 'Caricamento in corso' }).first().waitFor({ state: 'detached' })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      for (const problem of await tooWide(page)) found.push(`${path} at ${width}: ${problem}`)
    }
  }
  expect(found).toEqual([])
})

test('the first tap on the search button works, however long the input is', async () => {
  for (const width of widths) {
    const page = await browser.page({
      baseURL: app.origin,
      viewport: { width, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    await page.goto('/')
    const unknown = word.toLowerCase().replaceAll('w', 'x').slice(0, 80)
    await page.getByRole('combobox', { name: 'Partenza' }).fill('Bari città')
    await page.getByRole('combobox', { name: 'Destinazione' }).fill(unknown)
    await page.getByText(`Nessuna località trovata per "${unknown}"`).waitFor()
    expect(await tooWide(page)).toEqual([])
    const button = page.getByRole('button', { name: 'Verifica prezzo e disponibilità' })
    const box = await button.boundingBox()
    if (!box) throw new Error('the button is not shown')
    // Taps at the button's position. Playwright's own tap would wait while another element covers the button.
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
    await page.waitForURL('**/risultati-ricerca/*')
    await expect.poll(() => page.getByRole('combobox', { name: 'Destinazione' }).inputValue()).toBe(unknown)
  }
})
