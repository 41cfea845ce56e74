import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { languageWith } from '../../../src/languages/catalogs.ts'
import { languages } from '../../../src/languages/messages.ts'
import { localPath } from '../../../src/languages/paths.ts'
import { consentKey, visitKey } from '../../../src/modules/settings/privacy/contract.ts'
import { fadeMs } from '../../../src/web/ui/fade.ts'
import { type App, eventually, openApp, startApp } from '../../app.ts'
import {
  axeProblems,
  hydrate,
  loadedBy,
  type OpenBrowser,
  openBrowser,
  type PageOptions,
  quiet,
  slowFade,
} from '../../browser.ts'
import { dayIn } from '../../given.ts'
import { inFull, long } from '../../length.ts'
import { resultsPage, templates } from '../../templates.ts'

const app = await openApp({ data: 'demo' })

const measurementId = 'G-ABCDEF1234'
const title = 'Gestione Cookie e Privacy'
const dayMs = 86_400_000
/** The specification's days after which a choice is requested again. */
const consentDays = 13 * 30

/** Opens a page as a new visitor. Answers each request to a third party with a script that sets Google's cookies. */
async function visit(browser: OpenBrowser, app: App, options: PageOptions = {}) {
  const page = await browser.page({ isFirstVisit: true, baseURL: app.origin, ...options })
  const foreign: string[] = []
  await page.route(
    (url) => url.origin !== app.origin,
    (route) => {
      foreign.push(route.request().url())
      return route.fulfill({
        contentType: 'text/javascript',
        body: "document.cookie = '_ga=GA1.1.1.1; path=/'; document.cookie = '_ga_ABCDEF1234=GS1.1; path=/'",
      })
    },
  )
  return { page, foreign, dialog: page.getByRole('dialog', { name: title }) }
}

async function withAnalytics(app: App): Promise<void> {
  await app.sql`insert into google_analytics_configurations (measurement_id, is_active) values (${measurementId}, true)`
  await eventually(async () =>
    expect((await app.get('/')).headers.get('content-security-policy')).toContain('googletagmanager'),
  )
}

const record = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('ncc-gdpr-consent') ?? 'null'))
const cookies = async (page: Page) => (await page.context().cookies()).map(({ name }) => name)
const stored = (page: Page) =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])

/** Returns the commands to Google's tag, in order. */
const statistics = (page: Page): Promise<unknown[][]> =>
  page.evaluate(() => (window.dataLayer ?? []).map((one) => Array.from(one as ArrayLike<unknown>)))

const choice = (analytics: boolean, marketing = analytics) => ({
  necessary: true,
  analytics,
  marketing,
  timestamp: expect.any(Number),
  version: '1.0',
})

test('before a choice, and after each refusal, nothing is loaded from third parties and nothing is stored of the visitor', async () => {
  await using app = await startApp({ data: 'demo' })
  await withAnalytics(app)
  await using browser = await openBrowser()
  const ways: [string, (page: Page) => Promise<void>][] = [
    [
      'Solo Cookie Necessari',
      (page) => page.getByRole('button', { name: 'Solo Cookie Necessari', exact: true }).click(),
    ],
    ['X', (page) => page.getByRole('button', { name: /^Chiudi/ }).click()],
    ['Esc', (page) => page.keyboard.press('Escape')],
    [
      'Rifiuta Tutto',
      async (page) => {
        await page.getByRole('button', { name: 'Gestisci Preferenze' }).click()
        await page.getByRole('button', { name: 'Rifiuta Tutto' }).click()
      },
    ],
  ]
  for (const [way, refuse] of ways) {
    const { page, foreign, dialog } = await visit(browser, app)
    await page.goto('/prezzi/')
    await quiet(page)
    await dialog.waitFor()
    await expect
      .poll(async () => [way, await stored(page), await cookies(page), foreign])
      .toEqual([way, [], [], []])
    await refuse(page)
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(async () => [way, await record(page)]).toEqual([way, choice(false)])
    await page.goto('/contatti/')
    await quiet(page)
    await expect.poll(() => dialog.isVisible()).toBe(false)
    await expect
      .poll(async () => [way, await stored(page), await cookies(page), foreign])
      .toEqual([way, ['ncc-gdpr-consent'], [], []])
  }
  await expect
    .poll(() => app.sql`select distinct version, analytics, marketing from consent_log`)
    .toEqual([{ version: '1.0', analytics: false, marketing: false }])
  expect(browser.problems()).toEqual([])
})

const pages = inFull(
  ['/', '/tratte/transfer-aeroporto-brindisi-gallipoli/', resultsPage],
  [...templates, resultsPage, '/questa-pagina-non-esiste/'],
)

async function walk({ page, foreign }: Awaited<ReturnType<typeof visit>>, paths = pages) {
  foreign.length = 0
  for (const path of paths) {
    await page.goto(path)
    // The first movement of the mouse loads React.
    await page.mouse.move(200, 300)
  }
  await quiet(page)
  const kept = { hosts: [...new Set(foreign.map((url) => new URL(url).host))], cookies: await cookies(page) }
  return { ...kept, stored: (await stored(page)).sort() }
}

test(
  'on every template: no third party and no storage without consent, only Google’s with it, none after it is withdrawn',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    await withAnalytics(app)
    await using browser = await openBrowser()
    async function neverChosen() {
      const visitor = await visit(browser, app)
      expect(await walk(visitor)).toEqual({ hosts: [], cookies: [], stored: [] })
    }
    async function refused() {
      const visitor = await visit(browser, app)
      await visitor.page.goto('/prezzi/')
      await visitor.page.getByRole('button', { name: 'Solo Cookie Necessari', exact: true }).click()
      expect(await walk(visitor)).toEqual({ hosts: [], cookies: [], stored: [consentKey] })
    }
    async function acceptedAndWithdrawn() {
      const visitor = await visit(browser, app)
      const { page } = visitor
      await page.goto('/prezzi/')
      await page.getByRole('button', { name: 'Accetta Tutti i Cookie' }).click()
      expect(await walk(visitor)).toEqual({
        hosts: ['www.googletagmanager.com'],
        cookies: ['_ga', '_ga_ABCDEF1234'],
        stored: [consentKey, visitKey],
      })
      await page.goto('/privacy-policy/')
      await page.getByRole('button', { name: 'Preferenze Cookie', exact: true }).click()
      await page.getByRole('button', { name: 'Rifiuta Tutto' }).click()
      await expect.poll(() => cookies(page)).toEqual([])
      expect(await walk(visitor, pages.slice(0, 5))).toEqual({
        hosts: [],
        cookies: [],
        stored: [consentKey],
      })
    }
    await Promise.all([neverChosen(), refused(), acceptedAndWithdrawn()])
    expect(browser.problems().filter((one) => !one.includes('/questa-pagina-non-esiste/'))).toEqual([])
  },
)

test('the dialog opens automatically, before React and within the budget, shifts nothing, and needs one call', async () => {
  await using browser = await openBrowser()
  const { page, dialog } = await visit(browser, app, { viewport: { width: 390, height: 844 } })
  const files = loadedBy(page)
  // The fonts arrive late, as on a slow network, and nothing may move when they arrive.
  await page.route(/woff2/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    await route.continue()
  })
  await page.goto('/')
  await quiet(page)
  await dialog.waitFor()
  const shift = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => done(sum), 200)
      }),
  )
  expect(shift).toBeLessThanOrEqual(0.01)
  const scripts = (await files()).filter(({ type }) => type === 'script')
  expect(scripts.filter(({ url }) => url.includes('/app-'))).toEqual([])
  expect(scripts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(25_000)
  await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  await expect.poll(() => dialog.evaluate((element) => element.matches(':modal'))).toBe(true)
  const call = dialog.getByRole('link', { name: /^Chiama/ })
  await expect.poll(() => call.getAttribute('href')).toMatch(/^tel:\+39/)
  // A desktop browser cannot call; the click is counted nevertheless.
  await call.click()
  await eventually(async () =>
    expect(await app.sql`select kind, path, count from contact_taps`).toEqual([
      { kind: 'call', path: '/', count: 1 },
    ]),
  )
  await expect.poll(() => record(page)).toBe(null)
  const looks = await Promise.all(
    ['Accetta Tutti i Cookie', 'Solo Cookie Necessari'].map((name) =>
      dialog.getByRole('button', { name, exact: true }).evaluate((button) => {
        const { color, backgroundColor, fontSize, fontWeight } = getComputedStyle(button)
        const { width, height } = button.getBoundingClientRect()
        return { color, backgroundColor, fontSize, fontWeight, width, height }
      }),
    ),
  )
  expect(looks[0]).toEqual(looks[1])
})

test('the document fades the dialog without the app’s stylesheet, and a press meanwhile does not replace the choice', async () => {
  await using browser = await openBrowser()
  const { page, dialog } = await visit(browser, app)
  await page.addInitScript(slowFade, fadeMs)
  await page.goto('/')
  await page.getByRole('button', { name: 'Accetta Tutti i Cookie' }).click()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.locator('dialog[open]:has(> [inert])').waitFor({ state: 'attached' })
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => record(page)).toEqual(choice(true))
  expect(browser.problems()).toEqual([])
})

test('the answer to the dialog does not wait for the app, which is loaded when the dialog closes', async () => {
  await using browser = await openBrowser()
  const { page } = await visit(browser, app)
  await page.addInitScript(() =>
    addEventListener('close', () => Object.assign(window, { closedAt: performance.now() }), true),
  )
  await page.goto('/')
  await page.getByRole('button', { name: 'Accetta Tutti i Cookie' }).click()
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  const waited = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/assets/app-'))
      .map(({ startTime }) => startTime - (window as unknown as { closedAt: number }).closedAt),
  )
  expect(waited.length).toBeGreaterThan(0)
  expect(Math.min(...waited)).toBeGreaterThan(0)
  expect(browser.problems()).toEqual([])
})

test(
  'in each language the dialog is in that language, and the page loads the messages of no other',
  long,
  async () => {
    await using browser = await openBrowser()
    for (const { t } of languages.map(languageWith)) {
      const { page } = await visit(browser, app)
      const loaded: string[] = []
      page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
      await page.goto(localPath(t, '/'))
      const dialog = page.getByRole('dialog', { name: t('consent.title') })
      await dialog.getByRole('link', { name: t('nav.privacy') }).waitFor()
      await dialog.getByRole('button', { name: t('consent.necessaryCookies'), exact: true }).click()
      await hydrate(page)
      const messages = loaded.flatMap((path) => path.match(/^\/assets\/([a-z]{2})-/)?.[1] ?? [])
      expect(messages).toEqual([t.language])
    }
    expect(browser.problems()).toEqual([])
  },
)

test(
  'with consent the tag is configured in Google’s order, and its events contain no customer data',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    await withAnalytics(app)
    await using browser = await openBrowser()
    const { page, foreign } = await visit(browser, app)
    await page.goto('/tratte/transfer-aeroporto-brindisi-gallipoli/?utm_source=x&nome=Anna')
    await page.getByRole('button', { name: 'Accetta Tutti i Cookie' }).click()
    await expect.poll(() => record(page)).toEqual(choice(true))
    await expect.poll(() => foreign).toEqual([`https://www.googletagmanager.com/gtag/js?id=${measurementId}`])
    const denied = {
      analytics_storage: 'denied',
      ad_storage: 'denied',
      ad_user_data: 'denied',
      ad_personalization: 'denied',
    }
    const granted = Object.fromEntries(Object.keys(denied).map((key) => [key, 'granted']))
    const address = `${app.origin}/tratte/transfer-aeroporto-brindisi-gallipoli/?utm_source=x`
    await expect
      .poll(() => statistics(page))
      .toEqual([
        ['consent', 'default', { ...denied, wait_for_update: 500 }],
        ['consent', 'update', granted],
        ['js', expect.anything()],
        ['config', measurementId, expect.objectContaining({ page_location: address })],
      ])

    await page.getByRole('button', { name: 'Chiama o scrivi' }).click()
    await page.getByRole('region', { name: 'Contattaci' }).getByRole('link', { name: 'CHIAMA ORA' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'RICHIEDI DISPONIBILITÀ' }).click()
    const form = page.getByRole('dialog', { name: 'Richiedi disponibilità' })
    await form.getByLabel('Nome e cognome').fill('Anna Conte')
    await form.getByLabel('Telefono').fill('347 1234567')
    await form.getByLabel('Email').fill('anna@example.com')
    await form.getByLabel('Partenza').fill('Via Roma 12, Lecce')
    await form.getByLabel('Passeggeri').selectOption('3')
    await form.getByRole('checkbox', { name: 'Non so ancora' }).check()
    await form.getByRole('checkbox', { name: /Acconsento/ }).check()
    await form.getByRole('button', { name: /invia/i }).click()
    await page.getByText('Richiesta Inviata con Successo!').first().waitFor()
    const events = (await statistics(page)).filter(([command]) => command === 'event')
    expect(events).toEqual([
      [
        'event',
        'phone_call_click',
        { phone_number: expect.stringMatching(/^\+39/), source: 'sticky-footer', value: 1 },
      ],
      [
        'event',
        'availability_request',
        {
          departure: 'Aeroporto Brindisi',
          destination: 'Gallipoli',
          passengers: '3',
          route_name: 'aeroporto-brindisi-gallipoli',
          value: 1,
        },
      ],
      ['event', 'generate_lead', { currency: 'EUR', value: 75 }],
    ])
    await expect
      .poll(async () => JSON.stringify(await statistics(page)))
      .not.toMatch(/Anna|347 ?1234567|example\.com|Via Roma/)

    await page.goto('/contatti/')
    await page.getByLabel('Nome e cognome').fill('Anna Conte')
    await page.getByLabel('Telefono').fill('347 1234567')
    await page.getByLabel('Email').fill('anna@example.com')
    await page.getByRole('button', { name: 'INVIA MESSAGGIO' }).click()
    await page.getByText('Devi accettare la Privacy Policy per continuare').waitFor()
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'INVIA MESSAGGIO' }).click()
    await page.getByRole('button', { name: 'INVIO IN CORSO...' }).waitFor()
    await page.getByText('Messaggio inviato con successo!').first().waitFor()
    await expect.poll(() => page.getByLabel('Nome e cognome').inputValue()).toBe('')
    expect(await axeProblems(page)).toEqual([])
    await expect
      .poll(async () => (await statistics(page)).filter(([command]) => command === 'event'))
      .toEqual([
        ['event', 'contact_form_submit', { form_type: 'contact', value: 1 }],
        ['event', 'generate_lead', { currency: 'EUR', value: 50 }],
        [
          'event',
          'form_data_submitted',
          { departure: 'custom', destination: 'custom', has_route_info: false },
        ],
      ])

    // With a day and a time the same dialog makes a booking, which is measured alike.
    await page.goto('/tratte/transfer-aeroporto-brindisi-gallipoli/')
    await page.getByRole('button', { name: 'RICHIEDI DISPONIBILITÀ' }).click()
    await form.getByLabel('Giorno', { exact: true }).fill(dayIn(30))
    await form.getByLabel('Ora', { exact: true }).fill('09:30')
    await form.getByLabel('Passeggeri').selectOption('2')
    await form.getByLabel('Nome e cognome').fill('Anna Conte')
    await form.getByLabel('Telefono').fill('347 1234567')
    await form.getByLabel('Email').fill('anna@example.com')
    await form.getByRole('checkbox', { name: /Acconsento/ }).check()
    await form.getByRole('button', { name: /invia/i }).click()
    await page.getByText('Richiesta Inviata con Successo!').first().waitFor()
    expect(await app.sql`select departure, passengers, form_source from bookings`).toEqual([
      { departure: 'Aeroporto Brindisi', passengers: '2', formSource: 'sticky-footer' },
    ])
    await expect
      .poll(async () => (await statistics(page)).filter(([command]) => command === 'event'))
      .toEqual([
        ['event', 'availability_request', expect.objectContaining({ passengers: '2', value: 1 })],
        ['event', 'generate_lead', { currency: 'EUR', value: 75 }],
      ])
    expect(browser.problems()).toEqual([])
  },
)

test(
  'the choices can be reviewed and withdrawn: the record stays until then, cookies and tag are removed, other tabs follow',
  long,
  async () => {
    await using app = await startApp()
    await withAnalytics(app)
    await using browser = await openBrowser()
    const { page, dialog } = await visit(browser, app)
    await page.goto('/termini-condizioni/')
    await page.getByRole('button', { name: 'Gestisci Preferenze' }).click()
    await page.getByRole('switch', { name: 'Google Analytics' }).check()
    await page.getByRole('button', { name: 'Salva Preferenze' }).click()
    await expect.poll(() => record(page)).toEqual(choice(true, false))
    await expect.poll(() => cookies(page)).toEqual(['_ga', '_ga_ABCDEF1234'])
    const other = await page.context().newPage()
    await other.goto('/privacy-policy/')
    await expect.poll(() => other.getByRole('dialog', { name: title }).isVisible()).toBe(false)

    await page.getByRole('button', { name: 'Impostazioni Cookie' }).click()
    await dialog.waitFor()
    const states = await Promise.all(
      ['Cookie Necessari', 'Google Analytics', 'Marketing'].map((name) =>
        page
          .getByRole('switch', { name })
          .evaluate((input: HTMLInputElement) => [input.checked, input.disabled]),
      ),
    )
    expect(states).toEqual([
      [true, true],
      [true, false],
      [false, false],
    ])
    await expect.poll(() => record(page)).toEqual(choice(true, false))
    // The stored choice remains if the visitor closes the dialog without a choice, with Escape or with the cross.
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => record(page)).toEqual(choice(true, false))
    await page.getByRole('button', { name: 'Impostazioni Cookie' }).click()
    await page.getByRole('switch', { name: 'Marketing' }).check()
    await page.getByRole('button', { name: 'Chiudi senza cambiare' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => record(page)).toEqual(choice(true, false))
    await expect.poll(() => cookies(page)).toEqual(['_ga', '_ga_ABCDEF1234'])

    await page.getByRole('button', { name: 'Impostazioni Cookie' }).click()
    await page.getByRole('button', { name: 'Rifiuta Tutto' }).click()
    await expect.poll(() => record(page)).toEqual(choice(false))
    await expect.poll(() => cookies(page)).toEqual([])
    await expect
      .poll(() =>
        page.evaluate((id) => [window.gtag, Reflect.get(window, `ga-disable-${id}`)], measurementId),
      )
      .toEqual([undefined, true])
    await expect.poll(async () => (await statistics(page)).at(-1)?.slice(0, 2)).toEqual(['consent', 'update'])

    await other.getByRole('button', { name: 'Preferenze Cookie', exact: true }).click()
    await other.getByRole('button', { name: 'Accetta Tutto' }).click()
    await expect.poll(() => record(other)).toEqual(choice(true))
    await expect.poll(() => page.evaluate(() => typeof window.gtag)).toBe('function')
    await other.evaluate(() => localStorage.removeItem('ncc-gdpr-consent'))
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.evaluate(() => window.dispatchEvent(new Event('ncc-gdpr-show-settings')))
    await dialog.waitFor()
    await page.getByRole('switch', { name: 'Google Analytics' }).waitFor()
    expect(browser.problems()).toEqual([])
  },
)

test('a message and a call without consent are reported to nobody', async () => {
  await using app = await startApp({ data: 'demo' })
  await withAnalytics(app)
  await using browser = await openBrowser()
  const { page, foreign, dialog } = await visit(browser, app)
  await page.goto('/contatti/')
  await page.getByRole('button', { name: 'Solo Cookie Necessari', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('banner').getByRole('link', { name: 'CHIAMA ORA' }).click()
  await page.getByLabel('Nome e cognome').fill('Anna Conte')
  await page.getByLabel('Telefono').fill('347 1234567')
  await page.getByLabel('Email').fill('anna@example.com')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'INVIA MESSAGGIO' }).click()
  await page.getByText('Messaggio inviato con successo!').first().waitFor()
  await quiet(page)
  expect([await statistics(page), foreign]).toEqual([[], []])
  expect(browser.problems()).toEqual([])
})

test('consent alone loads nothing while no configuration is active or none has an id', async () => {
  await using browser = await openBrowser()
  for (const configuration of [
    { isActive: false, measurementId },
    { isActive: true, measurementId: null },
  ]) {
    const { page, foreign } = await visit(browser, app)
    await page.route('**/api/google-analytics/active', (route) => route.fulfill({ json: configuration }))
    await page.goto('/termini-condizioni/')
    const answered = page.waitForResponse('**/api/google-analytics/active')
    await page.getByRole('button', { name: 'Accetta Tutti i Cookie' }).click()
    await answered
    await quiet(page)
    expect([configuration, foreign, await statistics(page)]).toEqual([configuration, [], []])
  }
  expect(browser.problems()).toEqual([])
})

test('consent that is withdrawn while the page asks for the configuration loads nothing', async () => {
  await using app = await startApp({ data: 'demo' })
  await withAnalytics(app)
  await using browser = await openBrowser()
  const { page, foreign, dialog } = await visit(browser, app)
  const configuration = '**/api/google-analytics/active'
  const release = Promise.withResolvers<void>()
  await page.route(configuration, async (route) => {
    await release.promise
    await route.continue()
  })
  await page.goto('/termini-condizioni/')
  const asked = page.waitForRequest(configuration)
  await page.getByRole('button', { name: 'Accetta Tutti i Cookie' }).click()
  await asked
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Impostazioni Cookie' }).click()
  await page.getByRole('button', { name: 'Rifiuta Tutto' }).click()
  await expect.poll(() => record(page)).toEqual(choice(false))
  const answered = page.waitForResponse(configuration)
  release.resolve()
  await answered
  await quiet(page)
  expect([foreign, await cookies(page), await statistics(page)]).toEqual([[], [], []])
  expect(browser.problems()).toEqual([])
})

test(
  'a broken or outdated record is removed and consent requested again; the notice can be read before choosing',
  long,
  async () => {
    await using browser = await openBrowser()
    const whole = { necessary: true, analytics: true, marketing: true, version: '1.0' }
    const age = (days: number) => JSON.stringify({ ...whole, timestamp: Date.now() - days * dayMs })
    for (const [text, isAsked] of [
      [age(consentDays - 0.01), false],
      [age(consentDays + 0.01), true],
      ['{"necessary":', true],
      ['null', true],
      ['{"analytics":"yes"}', true],
    ] as const) {
      const { page, dialog } = await visit(browser, app)
      await page.addInitScript((value) => localStorage.setItem('ncc-gdpr-consent', value), text)
      await page.goto('/termini-condizioni/')
      await quiet(page)
      await expect.poll(async () => [text, await dialog.isVisible()]).toEqual([text, isAsked])
      await expect.poll(async () => [text, (await record(page)) === null]).toEqual([text, isAsked])
    }
    const { page, dialog } = await visit(browser, app)
    await page.goto('/contatti/')
    await dialog.getByRole('link', { name: 'Privacy Policy' }).click()
    await page.waitForURL('**/privacy-policy/#informativa')
    await quiet(page)
    await expect.poll(() => dialog.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Preferenze Cookie', exact: true }).click()
    await dialog.waitFor()
  },
)

test('by keyboard alone, passing axe in both views, from a small phone to a desktop', long, async () => {
  await using browser = await openBrowser()
  for (const viewport of [
    { width: 320, height: 568 },
    { width: 1280, height: 800 },
  ]) {
    const { page, dialog } = await visit(browser, app, { viewport })
    await page.goto('/termini-condizioni/')
    await dialog.waitFor()
    expect(await axeProblems(page)).toEqual([])
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim())
    await expect.poll(focused).toBe(title)
    const press = async (key: string, times = 1) => {
      for (let count = 0; count < times; count++) await page.keyboard.press(key)
    }
    await press('Tab', 4)
    await expect.poll(focused).toBe('Gestisci Preferenze')
    await press('Enter')
    await expect.poll(focused).toBe(title)
    await dialog.getByText(/^I tuoi diritti: puoi cambiare idea in ogni momento/).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await press('Tab', 2)
    await press('Space')
    await expect.poll(() => page.getByRole('switch', { name: 'Google Analytics' }).isChecked()).toBe(true)
    await press('Tab', 30)
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.matches('body, dialog *, dialog')))
      .toBe(true)
    await dialog.getByRole('button', { name: '← Torna Indietro' }).focus()
    await press('Enter')
    await expect
      .poll(() => dialog.getByRole('button', { name: 'Accetta Tutti i Cookie' }).isVisible())
      .toBe(true)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await press('Escape')
    await expect.poll(() => record(page)).toEqual(choice(false))
  }
  expect(browser.problems()).toEqual([])
})
