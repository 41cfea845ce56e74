import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { groups } from '../../../src/web/admin/sections.ts'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems } from '../../browser.ts'
import { dayIn, given } from '../../given.ts'
import { long } from '../../length.ts'
import { openPanel } from '../../panel.ts'

const { app, browser } = await openAppInBrowser({ data: 'demo' })
beforeAll(async () => {
  for (const list of lists) await list.add(1)
})

interface List {
  path: string
  /** Adds row `n`. The first row exists when the list opens; the second arrives while staff work in the list. */
  add: (n: number) => Promise<unknown>
  /** Text that the page shows after the second row arrived. */
  shows: string
  /** True if a change of the table reloads the list. Other lists reload only when the event stream reconnects. */
  isLive?: true
  /** Element that staff focus, for lists that are not tables. */
  control?: string
}

const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
const sameText = 'Il viaggio passa tra gli ulivi e i muretti a secco fino al mare, con soste su richiesta.'

const addRequest = (name: string, age = '0') => app.sql`
  with lead as (
    insert into leads (kind, name, phone, email, form_source, created_at)
    values ('availability_request', ${name}, '333 1234567', ${`${name.replace(' ', '.')}@esempio.it`.toLowerCase()}, 'homepage',
      now() - ${age}::interval) returning kind, id)
  insert into rides (lead_kind, lead_id, asked_from, asked_to, asked_passengers, asked_day, asked_time)
  select kind, id, 'Lecce', 'Roma', '2', ${tomorrow}, '10:00' from lead returning lead_id as id`

const lists: List[] = [
  {
    path: '',
    // Seven days old, because the time until a lead is late counts only opening hours.
    add: (n) => addRequest(`Dashboard ${n}`, '7 days'),
    shows: 'Dashboard 2',
    isLive: true,
    control: '[aria-label="Chi aspetta"] li a',
  },
  {
    path: 'email-ricevute/',
    add: (n) => app.sql`
      insert into inbound_mails (message_id, from_name, from_address, subject, text)
      values (${`m${n}@example.com`}, ${`Dora ${n}`}, 'dora@example.com', 'Prezzo', 'Quanto costa?')`,
    shows: 'Dora 2',
    isLive: true,
  },
  { path: 'richieste/', add: (n) => addRequest(`Anna ${n}`), shows: 'Anna 2', isLive: true },
  { path: 'clienti/', add: (n) => addRequest(`Carla ${n}`), shows: 'Carla 2', isLive: true },
  {
    path: `calendario/?vista=giorno&giorno=${tomorrow}`,
    add: (n) => addRequest(`Berta ${n}`),
    shows: 'Berta 2',
    isLive: true,
    control: 'main section li button',
  },
  {
    path: `calendario/?vista=elenco&giorno=${tomorrow}`,
    add: (n) => app.sql`
      insert into trips (from_place, to_place, pickup_at, ends_at, passengers, bags)
      values (${`Masseria ${n}`}, 'Lecce', ${`${tomorrow}T10:00:00Z`}, ${`${tomorrow}T11:00:00Z`}, 2, 1)`,
    shows: 'Masseria 2',
    isLive: true,
  },
  {
    path: 'preventivi/',
    add: async (n) => {
      const [lead] = await addRequest(`Elsa ${n}`)
      await app.sql`
        insert into offers (lead_kind, lead_id, lines, total, valid_until, language, sent_by)
        values ('availability_request', ${lead?.id}, '[]', 95, now() + interval '1 day', 'it', ${`operatrice ${n}`})`
    },
    shows: 'operatrice 2',
    isLive: true,
  },
  {
    path: 'fogli-di-servizio/',
    add: (n) => app.sql`
      with vehicle as (
        insert into vehicles (plate, kind, seats, bags) values (${`SH12${n}HH`}, 'berlina', 3, 3) returning id
      )
      insert into service_sheets (vehicle_id, year, number, trip_id, parties, plate, driver_name, from_place, to_place,
        departure_at, start_km)
      select id, 2027, 1, ${n}, 0, 'SH12', ${`Guido ${n}`}, 'Lecce', 'Otranto', '2027-07-01T10:00:00Z', 1 from vehicle`,
    shows: 'Guido 2',
    isLive: true,
  },
  {
    path: 'veicoli/',
    add: (n) => app.sql`
      insert into vehicles (plate, kind, seats, bags) values (${`GG12${n}HH`}, 'berlina', 3, 3)`,
    shows: 'GG122HH',
    isLive: true,
  },
  {
    path: 'autisti/',
    add: (n) => app.sql`insert into drivers (name, phone) values (${`Autista ${n}`}, '347 1234567')`,
    shows: 'Autista 2',
    isLive: true,
  },
  {
    path: 'giorni-chiusi/',
    add: (n) => app.sql`
      insert into closed_days (day, reason, max_trips_per_hour)
      values (${`2027-08-1${n}`}, ${`Motivo chiuso ${n}`}, 0)`,
    shows: 'Motivo chiuso 2',
    isLive: true,
  },
  {
    path: 'recensioni/',
    add: (n) => app.sql`
      insert into reviews (lead_kind, lead_id, month, rating, text, name, language)
      values ('booking', ${900_000 + n}, '2026-08', 5, ${`Puntuale ${n}`}, 'Anna', 'it')`,
    shows: 'Puntuale 2',
    isLive: true,
  },
  {
    path: 'foto/',
    add: async (n) => {
      const hash = String(n).padStart(32, '0')
      await app.sql`
        insert into uploads (hash, webp, width, height, uploaded_by)
        values (${hash}, decode('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64'), 1, 1, 'x')`
      await app.sql`
        insert into photos (picture, shown_as, alt, author, licence, uploaded_by)
        values (${hash}, 'none', ${`Veduta ${n}`}, 'Anna', 'Tutti i diritti riservati', 'x')`
    },
    shows: 'Veduta 2',
    isLive: true,
  },
  {
    path: 'provenienza/',
    add: async (n) => {
      const [one] = await addRequest(`Carla ${n}`)
      await app.sql`
        insert into lead_provenance (lead_kind, lead_id, landing_path)
        values ('availability_request', ${one?.id}, ${`/pagina-${n}/`})`
    },
    shows: '/pagina-2/',
  },
  {
    path: 'tratte/?search=castro',
    add: (n) => app.sql`
      update route_prices set estimated_duration = ${`${n} ore e mezza`} where slug like '%castro%'`,
    shows: '2 ore e mezza',
    isLive: true,
  },
  {
    path: 'tratte/1/',
    add: async (n) => {
      await app.sql`update route_prices set is_main_route = true where id = 1`
      await app.sql`
        update route_prices set main_route_id = 1, slug = ${`ramo-${n}`}
        where id = (select min(id) from route_prices where id > 1)`
    },
    shows: 'ramo-2',
    isLive: true,
  },
  {
    path: 'tipologie-transfer/',
    add: (n) => app.sql`insert into transfer_types (name) values (${`Navetta ${n}`})`,
    shows: 'Navetta 2',
    isLive: true,
  },
  {
    path: 'reindirizzamenti/',
    add: (n) => app.sql`insert into redirects (from_path, to_path) values (${`/vecchia-${n}/`}, '/prezzi/')`,
    shows: '/vecchia-2/',
    isLive: true,
  },
  {
    path: 'reindirizzamenti/non-trovate/',
    add: (n) => app.sql`insert into not_found (path, hits) values (${`/persa-${n}/`}, 3)`,
    shows: '/persa-2/',
  },
  {
    path: 'localita/?search=masseria',
    add: (n) => app.sql`
      insert into locations (name, location_type) values (${`Masseria ${n}`}, 'Attrazione')`,
    shows: 'Masseria 2',
    isLive: true,
  },
  {
    path: 'testi/?search=casale',
    add: (n) => app.sql`insert into locations (name, location_type) values (${`Casale ${n}`}, 'Città')`,
    shows: 'Casale 2',
    isLive: true,
  },
  {
    path: 'blog/',
    add: (n) => app.sql`
      insert into blog_posts (title, slug, summary, content)
      values (${`Articolo ${n}`}, ${`articolo-${n}`}, 'In breve', 'Il testo')`,
    shows: 'Articolo 2',
    isLive: true,
  },
  {
    path: 'blog/categorie/',
    add: (n) =>
      app.sql`insert into blog_categories (name, slug) values (${`Spiagge ${n}`}, ${`spiagge-${n}`})`,
    shows: 'Spiagge 2',
    isLive: true,
  },
  {
    path: 'lingue/?kind=category&language=de',
    add: (n) => app.sql`
      insert into blog_categories (name, slug) values (${`Rubrica ${n}`}, ${`rubrica-${n}`})`,
    shows: 'Rubrica 2',
  },
  {
    path: 'newsletter/',
    add: (n) => app.sql`
      insert into newsletter_subscriptions (email, token_hash, token, confirmed_at)
      values (${`lettrice${n}@esempio.it`}, ${`hash${n}`}, ${`token${n}`}, now())`,
    shows: 'lettrice2@esempio.it',
  },
  {
    path: 'brevo-email/',
    add: (n) => app.sql`
      insert into email_configurations (service_name, from_email)
      values (${`servizio ${n}`}, ${`mittente${n}@esempio.it`})`,
    shows: 'mittente2@esempio.it',
    isLive: true,
  },
  {
    path: 'google-analytics/',
    add: (n) => app.sql`
      insert into google_analytics_configurations (measurement_id) values (${`G-ABCDEFGH0${n}`})`,
    shows: 'G-ABCDEFGH02',
    isLive: true,
  },
  {
    path: 'search-console/',
    add: (n) => app.sql`
      insert into blog_posts (title, slug, summary, content, is_published, published_at)
      values (${`Breve ${n}`}, ${`breve-${n}`}, 'Poco', 'Due parole', true, now())`,
    shows: 'Breve 2',
  },
  {
    path: 'indexnow/',
    add: (n) => app.sql`
      insert into indexnow_submissions (url, status, submission_type)
      values (${`https://www.salento.example/${n}/`}, 'success', 'manual')`,
    shows: 'https://www.salento.example/2/',
    control: 'main tbody td',
  },
  ...(['openai', 'anthropic'] as const).map(
    (provider): List => ({
      path: provider === 'openai' ? 'ai/chatgpt/' : 'ai/claude/',
      add: (n) => app.sql`
      insert into ai_prompts (name, prompt, provider)
      values (${`Domanda ${n} a ${provider}`}, 'Scrivi', ${provider})`,
      shows: `Domanda 2 a ${provider}`,
    }),
  ),
  {
    path: 'ai/bozze/',
    add: async (n) => {
      const [job] = await app.sql`
        insert into jobs (kind, status, started_by) values ('route-texts', 'completed', 'anna') returning id`
      await app.sql`
        insert into text_drafts (job_id, route_id, field, body, provider, model, prompt_name)
        select ${job?.id}, min(id), 'touristInfo', 'Il testo', 'openai', ${`modello-${n}`}, 'Domanda'
        from route_prices`
    },
    shows: 'modello-2',
    isLive: true,
  },
  {
    path: 'ai/testi-simili/',
    add: (n) => app.sql`
      update route_prices set tourist_info = ${sameText}
      where id in (select id from route_prices order by id limit ${n + 1})`,
    shows: '3 coppie',
  },
  {
    path: 'utenti/',
    add: (n) => app.sql`insert into admin_users (username, password) values (${`collega-${n}`}, 'x')`,
    shows: 'collega-2',
  },
  {
    path: 'stato/',
    add: (n) => app.sql`
      insert into periodic_runs (name, started_at, ended_at, last_error) values ('judgePages', now(), now(), ${`guasto ${n}`})
      on conflict (name) do update set last_error = excluded.last_error`,
    shows: 'guasto 2',
  },
  {
    path: 'email/',
    add: (n) => app.sql`
      insert into email_messages (message_key, purpose, recipient, subject, message_id)
      values (${`k${n}`}, 'office', 'ufficio@esempio.it', ${`Oggetto ${n}`}, ${`<m${n}@esempio.it>`})`,
    shows: 'Oggetto 2',
    isLive: true,
  },
  {
    path: 'eventi/',
    add: (n) => app.sql`
      insert into outbox (type, payload) values ('catalog:routeUpdated', ${app.sql.json({ routeId: n })})`,
    shows: '2 elementi',
  },
  {
    path: 'registro/',
    add: (n) => app.sql`
      insert into audit_log (actor, action, subject, before, after)
      values (${`autrice-${n}`}, 'catalog:routeChanged', 'route_prices/1', '{"slug":"a"}', ${app.sql.json({ slug: `slug-${n}` })})`,
    shows: 'slug-2',
    control: 'main ol li a',
  },
  {
    path: 'privacy/?search=dora',
    add: (n) => addRequest(`Dora ${n}`),
    shows: 'dora.2@esempio.it',
  },
  {
    path: 'accessi/',
    add: (n) => app.sql`
      insert into grants (kind, admin_user_id, user_agent, used_at)
      select 'session', id, ${n === 2 ? 'Firefox' : 'Safari'}, now() from admin_users where username like 'staff-%'`,
    shows: 'Firefox',
    isLive: true,
  },
  {
    path: 'prezzimod/',
    add: (n) => app.sql`
      update route_prices set price_min2_pax = ${600 + n} where id = (
        select r.id from route_prices r join locations d on d.id = departure_location_id
          join locations a on a.id = destination_location_id
        order by d.name, a.name limit 1)`,
    shows: '602',
    isLive: true,
    control: '[role=grid]',
  },
  {
    path: 'prezzimod/cronologia/',
    add: (n) => app.sql`
      insert into price_changes (batch_id, route_id, field, price_from, price_to, reason, changed_by)
      select gen_random_uuid(), min(id), 'price1to3Pax', 60, 70, ${`Motivo ${n}`}, 'anna' from route_prices`,
    shows: 'Motivo 2',
  },
  {
    path: 'listini/',
    add: (n) => app.sql`
      insert into price_lists (name, starts_on, percent, fields, created_by)
      values (${`Estate ${n}`}, '2099-06-01', '10', '{price1to3Pax}', 'anna')`,
    shows: 'Estate 2',
  },
  {
    path: 'bulk-routes/',
    add: (n) => app.sql`
      insert into jobs (kind, status, started_by) values ('bulk-routes', 'completed', ${`operatrice ${n}`})`,
    shows: 'operatrice 2',
    isLive: true,
    control: 'main li a[href*="?job="]',
  },
]

interface Held {
  control: HTMLElement
  elements: Element[]
  text: string
  scrollY: number
}

/** Focuses the first control, selects text and scrolls. Returns the number of elements in the rows. */
const hold = (page: Page, control: string) =>
  page.evaluate((selector) => {
    const first = document.querySelector<HTMLElement>(selector)
    const row = first?.closest('tr, li') ?? first?.querySelector('[role=rowgroup] + [role=rowgroup] > *')
    if (!first || !row) return 0
    const elements = [...(row.parentElement?.querySelectorAll('*') ?? [])]
    scrollTo(0, 60)
    if (first.tabIndex < 0) first.tabIndex = 0
    first.focus({ preventScroll: true })
    getSelection()?.selectAllChildren(row.querySelector('td, span') ?? row)
    const held: Held = { control: first, elements, text: `${getSelection()}`, scrollY }
    Object.assign(window, { held })
    return elements.length
  }, control)

/** Runs in the page. Returns what staff have lost: focus, selection, scroll position or elements. */
function lostSince(): string[] {
  const { control, elements, text, scrollY: before } = (window as unknown as { held: Held }).held
  const gone = elements.filter((one) => !one.isConnected)
  return [
    ...(document.activeElement === control ? [] : [`the focus is on ${document.activeElement?.tagName}`]),
    ...(gone.length === 0 ? [] : [`${gone.length} of ${elements.length} elements are gone`]),
    ...(`${getSelection()}` === text ? [] : [`the selection was "${text}", is "${getSelection()}"`]),
    ...(scrollY >= before ? [] : [`scrolled from ${before} to ${scrollY}`]),
  ]
}

/** Simulates an event stream that is lost and restored. The panel then fetches every visible query again. */
const streamComesBack = (page: Page) =>
  page.evaluate(() => {
    const { stream } = window as unknown as { stream: EventSource }
    stream.dispatchEvent(new Event('error'))
    stream.dispatchEvent(new Event('open'))
  })

test('every section of the menu is tested or has no list', () => {
  const walked = lists.map(({ path }) => path.replace(/\?.*/, ''))
  const sections = groups.flatMap((group) => group.sections.map(({ path }) => path))
  expect(sections.filter((path) => !walked.includes(path))).toEqual([
    'risposte/',
    'miei-viaggi/',
    'tratte/nuova/',
    'localita/nuova/',
    'blog/nuovo/',
    'api-esterne/',
    'casella-risposte/',
    'ruoli/',
    'modalita-live/',
    'account/',
    'azienda/',
    'tariffe/',
  ])
})

test(
  'a live update moves no focus, no selection and no scroll, and keeps every element, in every list',
  long,
  async () => {
    const page = await openPanel(app, browser, {
      isSuperAdmin: true,
      viewport: { width: 1280, height: 500 },
    })
    await page.addInitScript(() => {
      window.EventSource = class extends EventSource {
        constructor(address: string | URL) {
          super(address)
          Object.assign(window, { stream: this })
        }
      }
    })
    const lost: string[] = []
    for (const list of lists) {
      const { path, shows, isLive, control = 'main tbody :is(a, button, input)' } = list
      const connected = page.waitForResponse('**/api/admin/events')
      await page.goto(`/admin/${path}`)
      await connected
      await page.locator(control).first().waitFor()
      // Waits until the page is loaded, because parts that load later would change the height of the page.
      await page.getByRole('status', { name: 'Caricamento in corso' }).first().waitFor({ state: 'detached' })
      expect(await hold(page, control), path).toBeGreaterThan(0)
      await list.add(2)
      if (!isLive) await streamComesBack(page)
      const shown = page.locator('main').getByText(shows).first()
      const update = page.locator('main [role=status]').getByRole('button', { name: /^(Aggiorna|1 nuova)/ })
      await shown.or(update).first().waitFor()
      for (const fault of await page.evaluate(lostSince)) lost.push(`/admin/${path}: ${fault}`)
      // A row that would move others waits until this button is pressed.
      while ((await update.count()) > 0) await update.first().click()
      await shown.waitFor()
    }
    expect(lost).toEqual([])
  },
)

/** Runs in the page. Returns its layout faults: sideways scroll, controls that overlap, and trips whose text is cut. */
function misplaced(): string[] {
  const isSeen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.closest('.sr-only, [aria-hidden=true], .sticky') === null &&
    // On a phone only screen readers read the table head.
    !(innerWidth < 768 && element.closest('thead'))
  /** Returns the part of the element's box `whole` that its parents do not cut off. */
  const shownPart = (element: Element, whole: DOMRect) => {
    let { left, right, top, bottom } = whole
    for (let parent = element.parentElement; parent; parent = parent.parentElement) {
      if (getComputedStyle(parent).overflow === 'visible') continue
      const area = parent.getBoundingClientRect()
      left = Math.max(left, area.left)
      right = Math.min(right, area.right)
      top = Math.max(top, area.top)
      bottom = Math.min(bottom, area.bottom)
    }
    return { left, right, top, bottom, width: right - left, height: bottom - top }
  }
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth
  const tables = [...document.querySelectorAll<HTMLTableElement>('main table')].flatMap((table) => {
    const place = table.parentElement?.getBoundingClientRect()
    const over = place ? Math.round(table.getBoundingClientRect().right - place.right) : 0
    return over > 1 && table.closest('.overflow-auto, .overflow-x-auto, .sr-only') === null
      ? [`the table "${table.caption?.textContent}" is ${over} px wider than its place`]
      : []
  })
  const boxes = [
    ...document.querySelectorAll('main :is(label, legend, input, select, textarea, button, summary)'),
  ]
    .filter(isSeen)
    .flatMap((element) => {
      // Measures the text of a label instead of its box, because the box is as wide as its column.
      const range = document.createRange()
      range.selectNodeContents(element)
      const isText = element.matches('label, legend')
      const box = shownPart(element, isText ? range.getBoundingClientRect() : element.getBoundingClientRect())
      return box.width > 0 && box.height > 0 ? [{ element, box }] : []
    })
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.textContent || element.getAttribute('name') || '').trim().slice(0, 30)}"`
  const overlaps = boxes.flatMap(({ element, box }, index) =>
    boxes.slice(index + 1).flatMap((other) => {
      if (element.contains(other.element) || other.element.contains(element)) return []
      const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
      const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
      return width > 1 && height > 1 ? [`${nameOf(element)} and ${nameOf(other.element)} overlap`] : []
    }),
  )
  // In wide windows the text of a trip is one line, which may omit the destination.
  const cut = [...document.querySelectorAll('main section li button *')].filter(
    (element) =>
      innerWidth < 1280 &&
      isSeen(element) &&
      element.scrollWidth > element.clientWidth + 1 &&
      element.clientWidth > 0,
  )
  return [
    ...cut.map((element) => `${nameOf(element)} is cut`),
    ...(wide > 0 ? [`${wide} px too wide`] : []),
    ...tables,
    ...overlaps,
  ]
}

/** Runs in the page. Returns the texts that their boxes cut, except those that end after a number of whole lines. */
function cutTexts(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main *')].flatMap((box) => {
    const { overflow, webkitLineClamp } = getComputedStyle(box)
    const isSeen = box.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    // Only screen readers read a box that is a pixel high, and the grid of prices is a spreadsheet.
    if (!isSeen || box.offsetHeight <= 1 || box.closest('[role=grid], select')) return []
    if (!/hidden|clip/.test(overflow) || webkitLineClamp !== 'none') return []
    const text = (box.textContent ?? '').trim()
    const isCut = box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1
    return isCut && text !== '' ? [`${box.localName} "${text.slice(0, 40)}" is cut`] : []
  })
}

/** Runs in the page of a touch screen. Returns the controls that are too small for a finger. */
function tooSmall(): string[] {
  const controls = document.querySelectorAll(
    'header :is(button, a), main :is(button, summary, select, textarea, input:not([type=checkbox], [type=radio]), label:has(input)), .data-table td[data-align=right] .flex > a',
  )
  return [...controls].flatMap((element) => {
    const { width, height } = element.getBoundingClientRect()
    const isSeen = element.checkVisibility({ visibilityProperty: true }) && width > 1
    // The grid of prices is a spreadsheet, whose cells and headings may be smaller.
    if (!isSeen || height >= 43.5 || element.closest('.sr-only, [role=grid]')) return []
    return [
      `${element.tagName.toLowerCase()} "${(element.textContent ?? '').trim().slice(0, 30)}" is ${Math.round(height)} px high`,
    ]
  })
}

test('a section that is opened by its URL begins at its heading, and the menu shows its link', async () => {
  const page = await openPanel(app, browser, { isSuperAdmin: true })
  await page.setViewportSize({ width: 1440, height: 900 })
  const found: string[] = []
  for (const { sections } of groups) {
    // The page of a driver has no menu.
    const path = sections.findLast((section) => section.path !== 'miei-viaggi/')?.path ?? ''
    await page.goto(`/admin/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('status', { name: 'Caricamento in corso' }).first().waitFor({ state: 'detached' })
    const link = await page.locator('#menu nav [aria-current=page]').boundingBox()
    const menu = await page.locator('#menu nav').boundingBox()
    if (!link || !menu) throw new Error(`no link of ${path}`)
    const top = await page.evaluate(() => window.scrollY)
    if (top !== 0) found.push(`${path}: scrolled by ${top} px`)
    if (link.y < menu.y || link.y + link.height > menu.y + menu.height + 1)
      found.push(`${path}: link out of view`)
  }
  expect(found).toEqual([])
  await page.close()
})

test('every section passes axe without console errors; none is wider than its window, no label or field overlaps another, and text at 200 % fits a phone', {
  // Opens about 200 pages, which takes more than four minutes on a busy machine.
  ...long,
  timeout: 600_000,
}, async () => {
  const page = await openPanel(app, browser, { isSuperAdmin: true })
  const touch = await page.context().newCDPSession(page)
  const [lead] = await app.sql`select id from availability_requests order by id limit 1`
  // Puts a long name into the last column of the month.
  const sunday = '2099-03-01'
  await app.sql`
      update rides set asked_day = ${sunday}, asked_from = 'Aeroporto Brindisi'
      where lead_kind = 'availability_request' and lead_id = ${lead?.id}`
  const guest = { name: 'Massimiliano Bartolomeo Castelluccio', date: dayIn(2), time: '10:00' }
  const { id: guestId } = await given.lead(app, 'request', guest)
  const menu = groups.flatMap((group) => group.sections.map(({ path }) => path))
  const open = [
    `richieste/availability_request/${guestId}/`,
    `richieste/availability_request/${lead?.id}/`,
    'richieste/nuova/',
    `calendario/?giorno=${sunday}`,
    `calendario/?vista=settimana&giorno=${sunday}`,
    ...lists.map(({ path }) => path),
    'localita/1/',
    'listini/nuovo/',
    'brevo-email/nuova/',
    'ai/chatgpt/nuovo/',
  ]
  const found: string[] = []
  for (const path of new Set([...menu, ...open])) {
    await page.setViewportSize({ width: 390, height: 900 })
    await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    await page.goto(`/admin/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('status', { name: 'Caricamento in corso' }).first().waitFor({ state: 'detached' })
    await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
    for (const fault of await page.evaluate(tooSmall)) found.push(`/admin/${path} for a finger: ${fault}`)
    await touch.send('Emulation.setTouchEmulationEnabled', { enabled: false })
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    const large = [...(await page.evaluate(misplaced)), ...(await page.evaluate(cutTexts))]
    for (const fault of large) found.push(`/admin/${path} with text at 200 %: ${fault}`)
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
    for (const width of [390, 768, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const faults = await page.evaluate(misplaced)
      // Between phone and desktop, pages have the menu of one and the tables of the other, so axe skips these widths.
      if (width === 390 || width === 1440) faults.push(...(await axeProblems(page)))
      for (const fault of faults) found.push(`/admin/${path} at ${width}: ${fault}`)
    }
  }
  expect(found).toEqual([])
  expect(browser.problems()).toEqual([])
})
