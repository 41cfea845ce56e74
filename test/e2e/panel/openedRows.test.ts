import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { given } from '../../given.ts'
import { openPanel } from '../../panel.ts'

// A row of a list opens its thing where it is pressed, except on its controls and while text is selected.

const { app, browser } = await openAppInBrowser({ data: 'demo' })

async function openRoutes(width = 1440): Promise<{ page: Page; opened: string }> {
  const page = await openPanel(app, browser, { viewport: { width, height: 900 } })
  await page.goto('/admin/tratte/')
  const link = page.locator('tbody tr').first().locator('a[href^="/admin/tratte/"]').first()
  return { page, opened: (await link.getAttribute('href')) ?? '' }
}

/** A cell without a control. */
const plainCell = (page: Page) =>
  page.locator('tbody tr').first().locator('td:not(:has(a, button, input, select))').first()

const pathOf = (page: Page) => new URL(page.url()).pathname

test('a press anywhere in a row opens the thing, on a phone anywhere in its card', async () => {
  for (const width of [1440, 390]) {
    const { page, opened } = await openRoutes(width)
    await plainCell(page).click()
    await expect.poll(() => pathOf(page)).toBe(opened)
    await page.goBack()
    await page.locator('tbody tr').first().getByRole('link').first().focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => pathOf(page)).toBe(opened)
    await page.close()
  }
})

test('the middle button and Ctrl open the thing in another tab, as on a link', async () => {
  const { page, opened } = await openRoutes()
  for (const press of [
    () => plainCell(page).click({ button: 'middle' }),
    () => plainCell(page).click({ modifiers: ['Control'] }),
  ]) {
    const other = page.context().waitForEvent('page')
    await press()
    expect(pathOf(await other)).toBe(opened)
    expect(pathOf(page)).toBe('/admin/tratte/')
    await (await other).close()
  }
})

test('controls of a row do what they say, and selected text opens nothing', async () => {
  const { page } = await openRoutes()
  const row = page.locator('tbody tr').first()
  await row.getByRole('checkbox').first().check()
  const box = await row.locator('label').first().boundingBox()
  await page.mouse.click((box?.x ?? 0) + 2, (box?.y ?? 0) + 2)
  await row.getByRole('button', { name: /^Elimina/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Annulla' }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  const cell = await plainCell(page).boundingBox()
  const { x, y, width, height } = cell ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(x + 14, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width - 4, y + height / 2, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => page.evaluate(() => String(getSelection()))).not.toBe('')
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
  expect(pathOf(page)).toBe('/admin/tratte/')
})

test('a row of the inbox opens the request beside the list', async () => {
  const { id } = await given.lead(app, 'request', { name: 'Ada Neri' })
  const page = await openPanel(app, browser)
  await page.goto('/admin/richieste/')
  const row = page.getByRole('row', { name: /Ada Neri/ })
  await row.locator('time').click()
  await expect.poll(() => pathOf(page)).toBe(`/admin/richieste/availability_request/${id}/`)
})
