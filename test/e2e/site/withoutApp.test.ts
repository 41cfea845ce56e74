import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { consentKey, draftKeys, visitKey } from '../../../src/modules/settings/privacy/contract.ts'
import { eventually } from '../../app.ts'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems, hydrate, type PageOptions, quiet } from '../../browser.ts'
import { dayIn } from '../../given.ts'
import { inFull, long } from '../../length.ts'
import { bringSession, openPanel, unfold } from '../../panel.ts'

const { app, browser } = await openAppInBrowser({ data: 'demo' })

const routePath = '/tratte/transfer-aeroporto-brindisi-gallipoli/'

let visitors = 0
/** Opens a page with its own IP address, because limits count by IP address. */
const open = (options: PageOptions = {}) =>
  browser.page({
    baseURL: app.origin,
    // Uses the window of a desktop, because a phone would show the form in steps.
    viewport: { width: 1280, height: 900 },
    extraHTTPHeaders: { 'x-forwarded-for': `198.51.100.${++visitors}` },
    ...options,
  })

async function wake(page: Page): Promise<void> {
  await page.mouse.move(5, 5)
  await page.mouse.move(9, 9)
  await quiet(page)
}

async function phoneNumber(page: Page): Promise<string | null> {
  const bar = page.getByRole('region', { name: 'Contattaci' })
  await bar.getByRole('button', { name: 'Chiama o scrivi' }).click()
  const number = await bar.getByRole('link', { name: 'CHIAMA ORA' }).getAttribute('href')
  await page.keyboard.press('Escape')
  return number
}

async function fillPerson(page: Page): Promise<void> {
  const form = page.locator('form[action="/richiesta/"]')
  await form.getByLabel('Nome e cognome').fill('Anna Conte')
  await form.getByLabel('Telefono').fill(`347 12345${visitors}`)
  await form.getByLabel('Email').fill('anna@example.com')
  await form.getByRole('checkbox', { name: /^Acconsento/ }).check()
}

const rows = (table: string) =>
  app.sql<{ count: number }[]>`select count(*)::int as count from ${app.sql(table)}`
const countOf = async (table: string) => (await rows(table))[0]?.count ?? 0

/** Fills in day and time, which the form requires if the app is not loaded. */
async function fillWhen(page: Page): Promise<void> {
  await page.locator('[name=date]').fill(dayIn(30))
  await page.locator('[name=time]').fill('11:00')
}

/** Locates the heading after sending, in the success message or, without the app, on the status page. */
const sentHeading = (page: Page) =>
  page.getByRole('heading', { name: /^(Richiesta Inviata con Successo!|Ricevuta)$/ })

/** Tasks that visitors must be able to complete after any failure. */
const tasks = [
  {
    path: '/',
    async send(page: Page) {
      await page.getByRole('combobox', { name: 'Partenza' }).fill('Lecce')
      await page.getByRole('combobox', { name: 'Destinazione' }).fill('Roma')
      await page.getByRole('button', { name: 'Verifica prezzo e disponibilità' }).click()
      await page.getByRole('heading', { name: 'Da Lecce a Roma' }).waitFor()
    },
  },
  {
    path: routePath,
    async send(page: Page) {
      const before = await countOf('bookings')
      // The link opens a dialog if the app is loaded, otherwise a page.
      await page.getByText('RICHIEDI DISPONIBILITÀ').filter({ visible: true }).click()
      await fillWhen(page)
      await fillPerson(page)
      await page.getByRole('button', { name: 'Invia la richiesta' }).click()
      await eventually(async () => expect(await countOf('bookings')).toBe(before + 1))
    },
  },
  {
    path: '/richiesta/?departure=Lecce&destination=Roma',
    async send(page: Page) {
      const before = await countOf('leads')
      await page.getByRole('main').getByLabel('Passeggeri').selectOption('3')
      await fillWhen(page)
      await fillPerson(page)
      await page.getByRole('button', { name: 'Invia la richiesta' }).click()
      await sentHeading(page).waitFor()
      expect(await countOf('leads')).toBe(before + 1)
    },
  },
]

async function isUsable(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await phoneNumber(page)).toMatch(/^tel:\+39/)
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: /privacy/i })
    .first()
    .waitFor()
}

function denyStorage(): void {
  const deny = {
    get(): never {
      throw new DOMException('denied', 'SecurityError')
    },
  }
  Object.defineProperty(window, 'localStorage', deny)
  Object.defineProperty(window, 'sessionStorage', deny)
  Object.defineProperty(Document.prototype, 'cookie', { ...deny, set: deny.get })
}

function fillStorage(): void {
  Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
}

/** Returns the problems after the first `since`, without those about reading or storing the consent. */
const newProblems = (since: number) =>
  browser
    .problems()
    .slice(since)
    .filter((line) => !/Consenso non (leggibile|salvato)/.test(line))

for (const [what, script] of [
  ['denied', denyStorage],
  ['full', fillStorage],
] as const)
  test(
    `with storage ${what}, the application takes over every page and requests are sent`,
    long,
    async () => {
      const since = browser.problems().length
      for (const { path, send } of tasks) {
        const page = await open({ isFirstVisit: true })
        await page.addInitScript(script)
        await page.goto(path)
        const dialog = page.getByRole('dialog', { name: 'Gestione Cookie e Privacy' })
        await dialog.getByRole('button', { name: 'Solo Cookie Necessari', exact: true }).click()
        await dialog.waitFor({ state: 'hidden' })
        await hydrate(page)
        await isUsable(page)
        if (path !== '/') await send(page)
      }
      expect(newProblems(since)).toEqual([])
    },
  )

test(
  'with any value under a key of the browser’s storage, pages are complete and requests are sent',
  long,
  async () => {
    const since = browser.problems().length
    const keys = [consentKey, visitKey, ...Object.values(draftKeys)]
    const consent = {
      necessary: true,
      analytics: true,
      marketing: false,
      timestamp: Date.now(),
      version: '1.0',
    }
    const page = await open()
    await page.goto('/under-construction/')
    const broken = ['null', '[]', '5', '"x"', '{"name":{},"phone":7}']
    for (const value of ['{', ...inFull([], broken), `{"at":${Date.now()},"landing":5}`]) {
      const store = async (path: string) => {
        await page.evaluate(
          ({ keys, value }) => {
            for (const key of keys) for (const one of [localStorage, sessionStorage]) one.setItem(key, value)
          },
          { keys, value },
        )
        // The site reads the provenance of the visit from the storage only after consent to statistics.
        await page.evaluate(
          ([key = '', text = '']) => localStorage.setItem(key, text),
          [consentKey, JSON.stringify(consent)],
        )
        await page.goto(path)
        await hydrate(page)
        await isUsable(page)
      }
      for (const path of ['/', routePath, '/contatti/', '/richiesta/']) await store(path)
      await expect
        .poll(async () => [value, await page.getByLabel('Telefono').inputValue()])
        .toEqual([value, ''])
      if (value.includes('landing')) {
        await page.goto(routePath)
        await tasks[1]?.send(page)
      }
      await page.evaluate((key) => localStorage.removeItem(key), consentKey)
    }
    expect(newProblems(since)).toEqual([])
  },
)

const appFile = '**/assets/app-*.js'

const failures: Record<string, (page: Page) => Promise<unknown>> = {
  'cannot be reached': (page) => page.route(appFile, (route) => route.abort()),
  'is gone from the server': (page) =>
    page.route(appFile, (route) => route.fulfill({ status: 404, body: 'no' })),
  'arrives broken': (page) =>
    page.route(appFile, (route) => route.fulfill({ contentType: 'text/javascript', body: 'export {' })),
  'fails while it renders': (page) =>
    page.addInitScript(() => {
      Object.defineProperty(window, 'visualViewport', {
        get() {
          throw new Error('broken on purpose')
        },
      })
    }),
  'finds another page than the server sent': (page) =>
    page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        const words = document.querySelector('main p')
        if (words) words.textContent = 'Translated'
      })
    }),
}

for (const [index, [what, fail]] of Object.entries(failures).entries())
  test(`if the application ${what}, the phone link is there and forms are sent`, async () => {
    // The quick run tests each failure with one task, and each task with at least one failure.
    for (const { path, send } of tasks.filter((_, at) => inFull(at === index % tasks.length, true))) {
      const page = await open()
      await fail(page)
      await page.goto(path)
      await wake(page)
      await isUsable(page)
      await send(page)
    }
  })

test('input from before the application failed is still there, and is sent', async () => {
  const page = await open()
  await failures['fails while it renders']?.(page)
  let letGo = () => {}
  const isLate = new Promise<void>((done) => {
    letGo = done
  })
  await page.route(appFile, async (route) => {
    await isLate
    await route.continue()
  })
  await page.goto('/richiesta/')
  const main = page.getByRole('main')
  await main.getByLabel('Partenza').fill('Lecce')
  await main.getByLabel('Destinazione').fill('Roma')
  await main.getByLabel('Passeggeri').selectOption('Più di 8')
  await fillWhen(page)
  await fillPerson(page)
  await page.getByRole('button', { name: 'Invia la richiesta' }).click()
  letGo()
  await sentHeading(page).waitFor()
  await expect
    .poll(
      () => app.sql`select departure, destination, passengers, name from contacts order by id desc limit 1`,
    )
    .toEqual([{ departure: 'Lecce', destination: 'Roma', passengers: 'Più di 8', name: 'Anna Conte' }])
})

test('every press while the application is loading counts', async () => {
  const page = await open()
  let letGo = () => {}
  const isLate = new Promise<void>((done) => {
    letGo = done
  })
  await page.route(appFile, async (route) => {
    await isLate
    await route.continue()
  })
  await page.goto(routePath)
  await page.locator('main [name=passeggeri]').selectOption('4')
  await page.locator('main [name=bagagli]').selectOption('3')
  await page.getByRole('radio', { name: /Economy/ }).check()
  await page.getByRole('button', { name: 'RICHIEDI DISPONIBILITÀ' }).click()
  letGo()
  await page.getByText('Prezzo fisso per oggi: 4 passeggeri, 3 bagagli').waitFor()
  const dialog = page.getByRole('dialog', { name: 'Richiedi disponibilità' })
  await expect.poll(() => dialog.getByLabel('Passeggeri').inputValue()).toBe('4')
  await expect.poll(() => dialog.getByRole('radio', { name: /Economy/ }).isChecked()).toBe(true)
})

test('a form sent while the application is loading carries every choice, even if the application renders late', async () => {
  const page = await open()
  // React schedules renders with messages. Here they arrive later than the timer that repeats the submit.
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype
    MessagePort.prototype.postMessage = function (this: MessagePort, ...given: unknown[]) {
      setTimeout(() => Reflect.apply(postMessage, this, given), 200)
    }
  })
  let held = Promise.withResolvers<void>()
  await page.route(appFile, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/prezzi/')
  await page.getByText('Scegli viaggio, giorno e passeggeri').click()
  await page.locator('main [name=passeggeri]').selectOption('6')
  await page.getByRole('button', { name: 'Mostra i prezzi' }).click()
  held.resolve()
  await page.waitForURL('**/prezzi/?passeggeri=6&bagagli=2')

  held = Promise.withResolvers<void>()
  await page.goto('/richiesta/?departure=Aeroporto+Brindisi&destination=Gallipoli')
  await page.getByRole('main').getByLabel('Passeggeri').selectOption('6')
  await fillWhen(page)
  await fillPerson(page)
  await page.getByRole('button', { name: 'Invia la richiesta' }).click()
  held.resolve()
  await sentHeading(page).waitFor()
  expect(await app.sql`select passengers, quote from bookings order by id desc limit 1`).toEqual([
    { passengers: '6', quote: expect.stringMatching(/^Minivan, 130.€ per veicolo$/) },
  ])

  held = Promise.withResolvers<void>()
  await page.goto('/')
  await page.getByRole('combobox', { name: 'Partenza' }).fill('Lecce')
  await page.getByRole('combobox', { name: 'Destinazione' }).fill('Roma')
  await page.getByRole('button', { name: 'Verifica prezzo e disponibilità' }).click()
  held.resolve()
  await page.getByRole('heading', { name: 'Da Lecce a Roma' }).waitFor()
})

test('a choice from before the first script counts without another press', async () => {
  const page = await open()
  const late = Promise.withResolvers<void>()
  await page.route(/\/boot-/, async (route) => {
    await late.promise
    await route.continue()
  })
  await page.goto(routePath, { waitUntil: 'commit' })
  await page.locator('main [name=passeggeri]').selectOption('6')
  late.resolve()
  await page.getByText('Prezzo fisso per oggi: 6 passeggeri, 2 bagagli').waitFor()
})

test('a field that changes without focus, as with autofill or voice control, counts', async () => {
  const page = await open()
  await page.goto(routePath)
  await page.locator('main [name=passeggeri]').selectOption('6')
  await page.getByText('Prezzo fisso per oggi: 6 passeggeri, 2 bagagli').waitFor()
})

test('a later failure restores the server’s page, with links instead of the parts that need the application', async () => {
  const page = await open()
  await page.goto(routePath)
  await hydrate(page)
  const map = await page.locator('.server-map path').count()
  await page.evaluate(() => {
    HTMLDialogElement.prototype.showModal = () => {
      throw new Error('broken on purpose')
    }
  })
  await page.getByRole('button', { name: 'RICHIEDI DISPONIBILITÀ' }).click()
  const link = page.getByRole('link', { name: 'RICHIEDI DISPONIBILITÀ' })
  await link.waitFor()
  await isUsable(page)
  await expect.poll(() => page.locator('.server-map path').count()).toBe(map)
  expect(await axeProblems(page)).toEqual([])
  await link.click()
  await page.waitForURL('**/richiesta/?departure=Aeroporto+Brindisi&destination=Gallipoli&*')
})

test('an application that never loads blocks nothing: after ten seconds the form is sent without it', async () => {
  const page = await open()
  await page.clock.install()
  // The request for the app never gets a response.
  await page.route(appFile, () => {})
  await page.goto('/richiesta/?departure=Lecce&destination=Roma')
  await page.getByRole('main').getByLabel('Passeggeri').selectOption('3')
  await fillWhen(page)
  await fillPerson(page)
  await page.getByRole('button', { name: 'Invia la richiesta' }).click()
  await page.clock.runFor(10_000)
  await sentHeading(page).waitFor()
})

test('staff whose browser refuses storage log in, fold the menu, reload and log out', async () => {
  const since = browser.problems().length
  const page = await browser.page({ baseURL: app.origin, isFirstVisit: true })
  const { cookie = '' } = await app.logIn()
  await bringSession(page, cookie)
  await page.addInitScript(denyStorage)
  await page.goto('/admin/richieste/')
  await page.getByRole('heading', { name: 'Richieste', level: 1 }).waitFor()
  const group = page.getByRole('button', { name: 'Tratte', exact: true })
  await group.click()
  await expect.poll(() => group.getAttribute('aria-expanded')).toBe('true')
  await group.click()
  await expect.poll(() => group.getAttribute('aria-expanded')).toBe('false')
  await page.reload()
  await page.getByRole('heading', { name: 'Richieste', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Esci', exact: true }).click()
  await page.getByLabel('Username').waitFor()
  expect(newProblems(since)).toEqual([])
})

test('with any value under a key of the panel’s storage, its sections open', async () => {
  const since = browser.problems().length
  const page = await openPanel(app, browser)
  for (const value of inFull(['{'], ['{', 'null', '[]', '5', '"x"', '{"title":{},"content":7}'])) {
    await page.addInitScript(
      ({ value }) => {
        for (const key of ['adminSound', 'nuovoArticolo']) localStorage.setItem(key, value)
      },
      { value },
    )
    await page.goto('/admin/blog/nuovo/')
    await page.getByLabel('Titolo', { exact: true }).waitFor()
    await expect
      .poll(async () => [value, await page.getByLabel('Titolo', { exact: true }).inputValue()])
      .toEqual([value, ''])
  }
  expect(newProblems(since)).toEqual([])
})

test('a failing section says so in Italian, offers a reload, and keeps the menu', async () => {
  const page = await openPanel(app, browser)
  await page.route('**/api/admin/audit*', (route) => route.fulfill({ json: {} }))
  await page.goto('/admin/registro/')
  const alert = page.getByRole('alert')
  await alert.getByRole('heading', { name: 'Questa sezione non si è aperta' }).waitFor()
  await alert.getByRole('button', { name: 'Ricarica' }).waitFor()
  await page.route('**/assets/Locations-*.js', (route) => route.abort())
  const menu = await unfold(page)
  await menu.getByRole('link', { name: 'Lista Località' }).click()
  await page.waitForURL('**/admin/localita/')
  await alert.getByRole('button', { name: 'Ricarica' }).waitFor()
  await menu.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('heading', { name: 'Oggi', level: 1 }).waitFor()
  await expect.poll(() => alert.count()).toBe(0)
})
