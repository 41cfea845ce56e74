import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems, type PageOptions } from '../../browser.ts'
import { dayIn, given } from '../../given.ts'
import { long } from '../../length.ts'
import { giveTrip } from '../../rides.ts'
import { resultsPage, templates } from '../../templates.ts'

// Opens every public template with a visitor's system settings, such as the dark scheme. The tests only read.

const { app, browser } = await openAppInBrowser({ data: 'demo' })
let paths: string[] = []

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

beforeAll(async () => {
  await app.sql`
    update locations set long_description = repeat('Una città sul mare, con spiagge e mura antiche. ', 15)
    where name = 'Gallipoli'`
  const { id, statusPath } = await given.lead(app, 'booking', {
    date: dayIn(30),
    notes: 'Con due seggiolini.',
  })
  const [trip] = await app.sql<[{ id: number }]>`
    with vehicle as (
      insert into vehicles (plate, kind, seats, bags) values ('GG123HH', 'berlina', 3, 3) returning id
    ), driver as (
      insert into drivers (name, phone) values ('Ugo', '347 1234567') returning id
    )
      insert into trips (from_place, to_place, pickup_at, ends_at, passengers, bags, state, vehicle_id, driver_id)
      select 'Lecce', 'Otranto', now() - interval '2 hours', now() - interval '1 hour', 2, 0, 'finished',
        vehicle.id, driver.id
      from vehicle, driver returning id`
  await giveTrip(app.sql, id, trip.id)
  await app.sql`
    insert into reviews (lead_kind, lead_id, month, rating, text, name, language, reply)
    values ('booking', 900000, '2026-08', 4, ${`Sehr gut: ${'Donaudampfschifffahrt'.repeat(6)}`},
      ${'Müllerlüdenscheidt'.repeat(3)}, 'de', 'Danke, bis zum nächsten Mal!')`
  const { body } = await app.get(`/api/requests/${statusPath.split('/').at(-2)}`)
  paths = [
    ...templates,
    resultsPage,
    '/risultati-ricerca/?departure=Roma&destination=Otranto',
    '/richiesta/?departure=Aeroporto+Brindisi&destination=Gallipoli',
    '/tratte/lecce-otranto/',
    statusPath,
    '/richiesta/?inviata=1&codice=2345AB',
    '/destinazioni/gallipoli/',
    '/tratte/da-aeroporto-brindisi/',
    '/newsletter/',
    '/recensioni/',
    `/recensione/${body.reviewToken}/`,
    '/non-esiste/',
  ]
})

/** Opens every page in one tab and returns the problems that `look` finds, each with its page. */
async function walk(
  options: PageOptions,
  look: (page: Page, path: string) => Promise<string[]>,
  visited = paths,
) {
  const page = await browser.page({ baseURL: app.origin, ...phone, ...options })
  const found: string[] = []
  for (const path of visited) {
    await page.goto(path)
    await page.evaluate(() => document.fonts.ready.then(() => {}))
    for (const problem of await look(page, path)) found.push(`${path}: ${problem}`)
  }
  return found
}

/** Returns what does not fit the screen: sideways scrolling, cut texts, and controls that overlap. */
const misfits = (page: Page) =>
  page.evaluate(() => {
    const name = (element: Element) =>
      `${element.localName} “${(element.textContent || element.className).trim().slice(0, 40)}”`
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true })
    }
    const problems: string[] = []
    const { scrollWidth } = document.documentElement
    if (scrollWidth > screen.width) problems.push(`is ${scrollWidth} px wide`)

    const hasText = ({ childNodes }: Element) =>
      [...childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
    const texts = [...document.body.querySelectorAll<HTMLElement>(':not(script, svg *, option)')]
    for (const element of texts.filter((one) => hasText(one) && isShown(one))) {
      const { right, bottom } = element.getBoundingClientRect()
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box)
        const end = box.getBoundingClientRect()
        // A box of one pixel hides text from everyone but screen readers.
        if (Math.min(end.width, end.height) <= 1) break
        const [width, height] =
          box === element ? [box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight] : []
        const isCutX = /hidden|clip/.test(overflowX) && (width ?? right - end.right) > 1
        const isCutY = /hidden|clip/.test(overflowY) && (height ?? bottom - end.bottom) > 1
        if (isCutX || isCutY) problems.push(`cuts ${name(element)}`)
      }
    }

    const pen = document.createElement('canvas').getContext('2d')
    for (const field of [...document.querySelectorAll('select')].filter(isShown)) {
      const { font, fontSize, paddingLeft, paddingRight } = getComputedStyle(field)
      if (pen) pen.font = font
      const text = pen?.measureText(field.selectedOptions[0]?.text ?? '').width ?? 0
      // The arrow of a select is about as wide as the font is high.
      const room = [fontSize, paddingLeft, paddingRight].map(Number.parseFloat)
      if (text + room.reduce((sum, part) => sum + part, 0) > field.clientWidth + 1)
        problems.push(`cuts the choice of ${name(field)}`)
    }

    const controls = [...document.querySelectorAll('main :is(a, button, input, select, summary), footer a')]
      .filter(isShown)
      .map((element) => ({ element, lines: [...element.getClientRects()] }))
    for (const [index, one] of controls.entries())
      for (const other of controls.slice(index + 1)) {
        // The button that empties a field is inside the field, so this overlap is no fault.
        const isInside = one.element.localName === 'input' && other.element.localName === 'button'
        if (isInside || one.element.contains(other.element)) continue
        const isOver = one.lines.some((a) =>
          other.lines.some(
            (b) =>
              Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
              Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2,
          ),
        )
        if (isOver) problems.push(`${name(one.element)} overlaps ${name(other.element)}`)
      }
    return problems.slice(0, 5)
  })

test('in the dark scheme every page is dark, and axe finds no problem', long, async () => {
  const found = await walk({ colorScheme: 'dark' }, async (page) => {
    const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    const bar = page.locator('meta[name=theme-color]').first()
    const isBarDark = (await bar.getAttribute('media')) === '(prefers-color-scheme: dark)'
    const isDark = (ground.match(/\d+/g) ?? []).slice(0, 3).every((part) => Number(part) < 64)
    const grey = await page
      .locator(':is([type=checkbox], [type=radio]):not(:checked)')
      .evaluateAll((boxes) => boxes.filter((box) => getComputedStyle(box).appearance !== 'none').length)
    return [
      ...(grey === 0 ? [] : [`has ${grey} boxes in the browser's grey`]),
      ...(isDark ? [] : [`has the ground ${ground}`]),
      ...(isBarDark ? [] : ['has no dark colour for the bar of the browser']),
      ...(await axeProblems(page)),
    ]
  })
  expect(found).toEqual([])
})

test(
  'in the dark scheme the request dialog with errors, the suggestions and the cookie choice are readable',
  long,
  async () => {
    const page = await browser.page({
      baseURL: app.origin,
      ...phone,
      colorScheme: 'dark',
      isFirstVisit: true,
    })
    await page.goto('/tratte/transfer-aeroporto-brindisi-gallipoli/')
    const consent = page.getByRole('dialog', { name: 'Gestione Cookie e Privacy' })
    await consent.waitFor()
    expect(await axeProblems(page)).toEqual([])
    await consent.getByRole('button', { name: 'Gestisci Preferenze' }).click()
    await consent.getByRole('switch').first().waitFor()
    expect(await axeProblems(page)).toEqual([])
    await consent.getByRole('button', { name: 'Rifiuta Tutto' }).click()
    await page.getByRole('button', { name: 'Chiama o scrivi' }).click()
    await page.getByRole('region', { name: 'Contattaci' }).getByRole('link', { name: 'CHIAMA ORA' }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Partenza' }).fill('')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await axeProblems(page)).toEqual([])
    // Takes the focus from the text field, because the page hides the bar while a text field has the focus.
    await page.getByRole('heading', { level: 1 }).tap()
    await page.getByRole('button', { name: 'RICHIEDI DISPONIBILITÀ' }).click()
    const dialog = page.getByRole('dialog', { name: 'Richiedi disponibilità' })
    await dialog.getByRole('button', { name: 'Avanti' }).click()
    await dialog.locator('[aria-invalid]').first().waitFor()
    expect(await axeProblems(page)).toEqual([])
  },
)

test(
  'on a screen of 320 pixels no page scrolls sideways, cuts a text or lets controls overlap',
  long,
  async () => {
    expect(await walk({ viewport: { width: 320, height: 700 } }, misfits)).toEqual([])
  },
)

test.each(['de', 'en', 'fr'])(
  'in %s every page fits a screen of 320 pixels, and axe finds no problem',
  long,
  async (language) => {
    const versions = await Promise.all(
      templates.map(async (path) => {
        const { text } = await app.get(path)
        const [, url = ''] = text.match(new RegExp(`hreflang="${language}" href="([^"]+)"`)) ?? []
        return new URL(url).pathname
      }),
    )
    const look = async (page: Page) => [...(await misfits(page)), ...(await axeProblems(page))]
    const options = { viewport: { width: 320, height: 700 }, locale: language }
    expect(await walk(options, look, versions)).toEqual([])
  },
)

test('with text at 200 % no page scrolls sideways, cuts a text or lets controls overlap', long, async () => {
  const found = await walk({}, async (page) => {
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    return misfits(page)
  })
  expect(found).toEqual([])
})

test('with reduced motion nothing moves on any page', long, async () => {
  const found = await walk({ reducedMotion: 'reduce' }, (page) =>
    page.evaluate(() => {
      const moving = [document.documentElement, ...document.body.querySelectorAll('*')].filter((element) => {
        const { animationName, transitionDuration, scrollBehavior } = getComputedStyle(element)
        const isSlow = transitionDuration.split(',').some((time) => Number.parseFloat(time) > 0.00001)
        return animationName !== 'none' || isSlow || scrollBehavior === 'smooth'
      })
      return moving.slice(0, 3).map(({ localName, className }) => `${localName}.${className} moves`)
    }),
  )
  expect(found).toEqual([])
})

test('with forced colours every button, the focus and the map are visible on every page', long, async () => {
  const found = await walk({ forcedColors: 'active' }, async (page) => {
    await page.keyboard.press('Tab')
    return page.evaluate(() => {
      const style = (element: Element) => getComputedStyle(element)
      const { backgroundColor: ground } = style(document.documentElement)
      const buttons = [...document.querySelectorAll('button, a.inline-flex.justify-center')]
      const shapeless = buttons
        .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1)
        .filter((element) => {
          const { borderTopWidth, borderTopStyle, borderTopColor, backgroundColor } = style(element)
          const isDrawn = Number.parseFloat(borderTopWidth) > 0 && borderTopStyle !== 'none'
          return !isDrawn || borderTopColor === backgroundColor
        })
        .map((element) => `the button “${element.textContent?.trim()}” has no border`)
      const focused = document.activeElement instanceof HTMLElement ? document.activeElement : document.body
      const { outlineStyle, outlineWidth } = style(focused)
      // A heading that a script focuses for screen readers needs no focus ring.
      const hasRing =
        (focused !== document.body && focused.tabIndex < 0) ||
        (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2)
      const lines = [...document.querySelectorAll('main .map-land, main .map-arcs')]
      const lost = lines.filter((line) => style(line).stroke === ground || style(line).stroke === 'none')
      return [
        ...shapeless,
        ...(hasRing ? [] : ['shows no focus']),
        ...lost.map(() => 'has a map without lines'),
      ]
    })
  })
  expect(found).toEqual([])
})

test('a screen reader reads figures in full, and the vehicle before its price', async () => {
  const page = await browser.page({ baseURL: app.origin, ...phone })
  const missing = async (path: string, lines: string[]) => {
    await page.goto(path)
    const read = (await page.locator('main').ariaSnapshot()).replaceAll('\u00a0', ' ')
    return lines.filter((line) => !read.includes(line))
  }
  expect(
    await missing('/tratte/transfer-aeroporto-brindisi-gallipoli/', [
      'button "Cancella il testo: Partenza"',
      'group "Veicolo e prezzo"',
      'radio "Berlina per veicolo, solo andata 110 €"',
      'Durata: 1 h',
      'Distanza: 84 km',
      'Passeggeri: da 1 a 8',
      'A bordo: aria condizionata',
      'columnheader "da 1 a 3 passeggeri"',
      'columnheader "minimo 2 passeggeri"',
      'cell "110 € per veicolo"',
      'cell "40 € a persona, minimo 2 persone"',
    ]),
  ).toEqual([])
  expect(
    await missing('/prezzi/', [
      'columnheader "Privato: da 1 a 3 passeggeri, per veicolo"',
      'cell "Privato, 1-3 75 €"',
      'cell "46 km / 40 min"',
    ]),
  ).toEqual([])
  expect(await missing('/tratte/', ['cell "Privato, 1-3 175 €"'])).toEqual([])
  expect(
    await missing('/richiesta/?departure=Aeroporto+Brindisi&destination=Gallipoli', [
      'group "Passo 2 di 5: Quando"',
      'status: Berlina prezzo fisso 110 €',
    ]),
  ).toEqual([])
  expect(
    await missing('/', [
      'link "Aeroporto Brindisi → Lecce 40 min a partire da 28 € a persona, minimo 2 persone"',
      '15 min per avere risposta',
      'listitem: aria condizionata',
    ]),
  ).toEqual([])
})
