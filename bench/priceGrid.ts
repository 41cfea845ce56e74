import type { OpenBrowser } from '../test/browser.ts'
import { press, watchInteractions } from './interactions.ts'
import { panelPage } from './panel.ts'
import type { Row } from './row.ts'
import type { Site } from './site.ts'

/** Goal for each action in the price grid, in milliseconds. */
const gridMs = 150

export async function measurePriceGrid(site: Site, browser: OpenBrowser): Promise<Row[]> {
  const page = await panelPage(site, browser, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto('/admin/prezzimod/')
  const grid = page.getByRole('grid')
  await page.getByText(/^1\d\.\d{3} tratte$/).waitFor({ timeout: 120_000 })
  const { measured } = await watchInteractions(page)
  const atFirstPrice = async () => {
    await grid.focus()
    await press(page, 'Control+Home')
    await press(page, 'ArrowRight', 2)
  }
  const copied = (rows: number) =>
    page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      Array.from({ length: rows }, (_, row) =>
        Array(5)
          .fill(`${50 + row},50`)
          .join('\t'),
      ).join('\r\n'),
    )
  await grid.focus()
  const rows = [
    await measured('price grid, arrow keys', gridMs, () => press(page, 'ArrowDown', 20)),
    await measured('price grid, page down', gridMs, () => press(page, 'PageDown', 10)),
    await measured('price grid, to the last row and back', gridMs, async () => {
      await press(page, 'Control+End')
      await press(page, 'Control+Home')
    }),
  ]
  await atFirstPrice()
  rows.push(
    await measured('price grid, typing 10 prices', gridMs, async () => {
      for (let typed = 0; typed < 10; typed++) {
        await page.keyboard.type('45,5', { delay: 30 })
        await press(page, 'Enter')
      }
    }),
  )
  for (const size of [100, 200]) {
    await atFirstPrice()
    await copied(size)
    rows.push(
      await measured(`price grid, a block of ${size} × 5 pasted`, gridMs, () => press(page, 'Control+v')),
      await measured(`price grid, undo and redo of ${size} × 5`, gridMs, async () => {
        await press(page, 'Control+z')
        await press(page, 'Control+Shift+z')
      }),
    )
  }
  await atFirstPrice()
  rows.push(
    await measured('price grid, 10,000 rows filled down', gridMs, async () => {
      await press(page, 'Control+ ')
      await press(page, 'Control+d')
    }),
    await measured('price grid, wheel', gridMs, async () => {
      for (let turn = 0; turn < 20; turn++) {
        await page.mouse.wheel(0, 600)
        await page.waitForTimeout(20)
      }
    }),
  )
  await page.close()
  return rows
}
