import type { Locator, Page } from 'playwright-core'
import { type OpenBrowser, openBrowser } from '../test/browser.ts'
import { measureInbox } from './inbox.ts'
import { interactionRow, press, standsAfter, watchInteractions } from './interactions.ts'
import { measurePriceGrid } from './priceGrid.ts'
import type { Row } from './row.ts'
import { openSite, type Site } from './site.ts'

// Response times of a real browser on a processor slowed down by a factor of four.

const publicMs = 100
/** Goal in milliseconds from the click until the form shows its submit button. The first frame may be an empty form. */
const wholeMs = 250

export async function measure(): Promise<Row[]> {
  await using site = await openSite({ routes: 10_000 })
  await using browser = await openBrowser()
  return [
    ...(await measureFirsts(site, browser)),
    ...(await measureConsent(site, browser)),
    ...(await measurePublic(site, browser)),
    ...(await measurePriceGrid(site, browser)),
    ...(await measureInbox(site, browser)),
  ]
}

async function openHome(site: Site, browser: OpenBrowser, isFirstVisit = false) {
  const page = await browser.page({
    baseURL: site.origin,
    viewport: { width: 390, height: 844 },
    isFirstVisit,
  })
  await page.goto('/')
  const watched = await watchInteractions(page)
  // Waits, because an element that appears under the resting pointer fires an event that no visitor caused.
  await page.waitForTimeout(600)
  return { page, ...partsOf(page), ...watched }
}

const partsOf = (page: Page) => ({
  from: page.getByRole('combobox', { name: 'Partenza' }),
  to: page.getByRole('combobox', { name: 'Destinazione' }),
  // `getByRole('option')` would also find the options of a `select`.
  options: page.locator('[role=option]'),
  ask: page.getByRole('button', { name: 'RICHIEDI DISPONIBILITÀ' }),
  dialog: page.getByRole('dialog', { name: 'Richiedi disponibilità' }),
})

/** Measures interactions that happen once per page, on the pages of three visitors. */
async function measureFirsts(site: Site, browser: OpenBrowser): Promise<Row[]> {
  const [touched, opened, stood]: [number[], number[], number[]] = [[], [], []]
  for (let visitor = 0; visitor < 3; visitor++) {
    const { page, from, to, ask, dialog, worstOf } = await openHome(site, browser)
    touched.push(await worstOf(() => from.click()))
    await from.fill('aeroporto brindisi')
    await to.fill('Masseria sul mare')
    // While a field has the focus, the page hides the bar with the request button.
    await to.blur()
    await page.waitForTimeout(600)
    const stands = await standsAfter(page, 'dialog[open] [type=submit]')
    opened.push(
      await worstOf(async () => {
        await ask.click({ delay: 80 })
        await dialog.waitFor()
      }),
    )
    stood.push(await stands())
    await page.close()
  }
  return [
    interactionRow('first interaction with Home, which loads the application', publicMs, touched),
    interactionRow('request form, opened for the first time', publicMs, opened),
    interactionRow('the same, until the last field of the form is shown', wholeMs, stood),
  ]
}

/** Measures the answer to the cookie dialog, on the pages of three visitors for each answer. */
async function measureConsent(site: Site, browser: OpenBrowser): Promise<Row[]> {
  const answers = {
    'cookie dialog accepted, as the first interaction': (dialog: Locator) =>
      dialog.getByRole('button', { name: 'Accetta Tutti i Cookie' }).click({ delay: 80 }),
    'cookie dialog left with Escape, as the first interaction': (dialog: Locator) =>
      dialog.press('Escape', { delay: 80 }),
  }
  const rows: Row[] = []
  for (const [work, answer] of Object.entries(answers)) {
    const worst: number[] = []
    for (let visitor = 0; visitor < 3; visitor++) {
      const { page, worstOf } = await openHome(site, browser, true)
      const dialog = page.locator('dialog[data-consent-dialog]')
      worst.push(
        await worstOf(async () => {
          await answer(dialog)
          await dialog.waitFor({ state: 'hidden' })
        }),
      )
      await page.close()
    }
    rows.push(interactionRow(work, publicMs, worst))
  }
  return rows
}

async function measurePublic(site: Site, browser: OpenBrowser): Promise<Row[]> {
  const { page, from, to, options, ask, dialog, measured } = await openHome(site, browser)
  await from.click()
  const rows = [
    await measured('autocomplete, typing "aeroporto brindisi"', publicMs, async () => {
      await from.fill('')
      await page.keyboard.type('aeroporto brindisi', { delay: 80 })
      await options.first().waitFor()
    }),
    await measured('autocomplete, arrow keys through the list', publicMs, async () => {
      await to.fill('')
      await to.focus()
      await page.keyboard.type('gal', { delay: 80 })
      await options.first().waitFor()
      await press(page, 'ArrowDown', 5)
      await press(page, 'Home')
      await press(page, 'Escape')
    }),
    await measured('autocomplete, choosing a place', publicMs, async () => {
      await to.fill('gallipoli')
      await options.first().click()
    }),
  ]
  rows.push(
    await measured('another party, with the price of the trip', publicMs, async () => {
      await page.locator('main [name=passeggeri]').focus()
      await page.keyboard.type('357', { delay: 400 })
    }),
  )
  await to.fill('Masseria sul mare')
  await to.blur()
  await ask.click()
  await dialog.waitFor()
  rows.push(
    await measured('request form closed and opened again', publicMs, async () => {
      await press(page, 'Escape')
      await dialog.waitFor({ state: 'hidden' })
      await ask.click({ delay: 80 })
      await dialog.waitFor()
    }),
  )
  // The form opens at the first step that is not filled in yet, so a click goes back to the step with the places.
  await dialog.getByRole('button', { name: 'Indietro' }).click()
  rows.push(
    await measured('typing a place in the request form', publicMs, async () => {
      await dialog.getByLabel('Partenza').fill('')
      await dialog.getByLabel('Partenza').focus()
      await page.keyboard.type('Aeroporto', { delay: 60 })
    }),
  )
  await page.close()
  return rows
}
