import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems, type PageOptions } from '../../browser.ts'
import { long } from '../../length.ts'

const { app, browser } = await openAppInBrowser({ data: 'demo' })

const phonePage = (options: PageOptions = {}) =>
  browser.page({
    baseURL: app.origin,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    ...options,
  })

/** Taps the middle of the element, even if another element covers it; Playwright's own tap would wait. */
async function tapOnce(page: Page, locator: Locator): Promise<void> {
  await locator.scrollIntoViewIfNeeded()
  const box = await locator.boundingBox()
  if (!box) throw new Error(`${locator} is not shown`)
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}

for (const [text, note] of [
  ['le', 'Inserisci almeno 3 caratteri per cercare'],
  ['Zzyzx', 'Nessuna località trovata per "Zzyzx"'],
] as const)
  test(`one tap on the search button works while a field shows: ${note}`, async () => {
    const page = await phonePage()
    await page.goto('/')
    await page.getByRole('combobox', { name: 'Partenza' }).tap()
    await page.getByRole('combobox', { name: 'Partenza' }).fill('Bari città')
    // If the field kept the focus, its suggestions would cover the next field as soon as they arrive.
    await page.getByRole('combobox', { name: 'Partenza' }).blur()
    await page.getByRole('combobox', { name: 'Destinazione' }).tap()
    await page.getByRole('combobox', { name: 'Destinazione' }).pressSequentially(text)
    await page.getByText(note).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await tapOnce(page, page.getByRole('button', { name: 'Verifica prezzo e disponibilità' }))
    await page.waitForURL('**/risultati-ricerca/*')
    await expect.poll(() => page.getByRole('combobox', { name: 'Destinazione' }).inputValue()).toBe(text)
    expect(browser.problems()).toEqual([])
  })

test(
  'a tapped suggestion closes the keyboard, so that the price and the bar of contacts show',
  long,
  async () => {
    const page = await phonePage()
    await page.goto('/')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name') ?? null)
    await page.getByRole('combobox', { name: 'Partenza' }).tap()
    await page.getByRole('option', { name: /^Aeroporto Brindisi/ }).tap()
    await expect.poll(focused).toBe('destination')
    await page.getByRole('option', { name: /^Gallipoli/ }).tap()
    await expect.poll(focused).toBeNull()
    await page.locator('main .offer').first().waitFor()
    const bar = page.getByRole('region', { name: 'Contattaci' })
    await bar.waitFor()
    // A `<select>` keeps the focus after a choice, because it opens no keyboard on the screen.
    await page.locator('main [name=passeggeri]').focus()
    await page.locator('main [name=passeggeri]').selectOption('6')
    await page.getByText('Prezzo fisso per oggi: 6 passeggeri').waitFor()
    expect(await focused()).toBe('passeggeri')
    await bar.getByRole('button', { name: 'RICHIEDI DISPONIBILITÀ' }).tap()
    await page.getByRole('dialog', { name: 'Richiedi disponibilità' }).waitFor()
    expect(browser.problems()).toEqual([])
  },
)

test('a phone held sideways keeps the bar, and hides it while somebody types', async () => {
  // An iPhone reports the screen of the upright phone, however it is held.
  const page = await phonePage({
    viewport: { width: 844, height: 390 },
    screen: { width: 390, height: 844 },
  })
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).tap()
  await page.locator('html[data-ready]').waitFor()
  const isAway = () => page.locator('[data-bar]').evaluate((bar: HTMLElement) => bar.inert)
  await expect.poll(isAway).toBe(false)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.setViewportSize({ width: 844, height: 390 })
  await expect.poll(() => page.evaluate(() => visualViewport?.height)).toBe(390)
  await page.getByRole('combobox', { name: 'Partenza' }).focus()
  await expect.poll(isAway).toBe(true)
  await page.getByRole('combobox', { name: 'Partenza' }).blur()
  await expect.poll(isAway).toBe(false)
  expect(browser.problems()).toEqual([])
})

test('menu and contacts open and close in a browser that does not know popovers', async () => {
  const page = await phonePage({ bypassCSP: true })
  await page.addInitScript(() => {
    for (const name of ['popover', 'popoverTargetElement', 'popoverTargetAction'])
      for (const { prototype } of [HTMLElement, HTMLButtonElement]) Reflect.deleteProperty(prototype, name)
    // Without these lines the browser of the test would still hide closed popovers, and open them.
    addEventListener('DOMContentLoaded', () => {
      const style = document.createElement('style')
      style.textContent = '@layer { [popover] { display: block; position: static; inset: auto; margin: 0 } }'
      document.head.prepend(style)
    })
    addEventListener('click', (event) => {
      if (event.target instanceof Element && event.target.closest('[popovertarget]')) event.preventDefault()
    })
  })
  await page.route(/\.css$|\/$/, async (route) => {
    const response = await route.fetch()
    const text = (await response.text()).replaceAll('not selector(:popover-open)', '(display: block)')
    await route.fulfill({ response, body: text })
  })
  await page.goto('/')
  const shown = () =>
    page.evaluate(
      () => [...document.querySelectorAll('[popover]')].filter((list) => list.checkVisibility()).length,
    )
  await expect.poll(shown).toBe(0)
  const menu = page.getByRole('button', { name: 'Menu' })
  const contacts = page.getByRole('button', { name: 'Chiama o scrivi' })
  for (const isHydrated of [false, true]) {
    if (isHydrated) await page.locator('html[data-ready]').waitFor()
    await menu.tap()
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Contatti' }).waitFor()
    await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('Escape')
    await expect.poll(shown).toBe(0)
    await contacts.tap()
    await page.getByRole('region', { name: 'Contattaci' }).getByRole('link', { name: 'CHIAMA ORA' }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.getByRole('heading', { level: 1 }).tap()
    await expect.poll(shown).toBe(0)
    await expect.poll(() => contacts.getAttribute('aria-expanded')).toBe('false')
  }
  await menu.tap()
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Contatti' }).tap()
  await page.waitForURL('**/contatti/')
  await expect.poll(shown).toBe(0)
  expect(browser.problems()).toEqual([])
})
