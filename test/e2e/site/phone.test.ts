import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems } from '../../browser.ts'
import { long } from '../../length.ts'

const { app, browser } = await openAppInBrowser({ data: 'demo' })

const phonePage = () =>
  browser.page({ baseURL: app.origin, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

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
