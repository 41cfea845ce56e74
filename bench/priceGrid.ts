import type { Page } from 'playwright-core'
import { openBrowser } from '../test/browser.ts'
import { machine, openSite } from './site.ts'

// `node bench/priceGrid.ts` (after `npm run build`): how long the browser takes to answer in the price grid with 10,000
// routes and a processor four times slower (Event Timing: from the key to the next frame). Budget: 150 ms.

await using site = await openSite({ routes: 10_000 })
await using browser = await openBrowser()
const page = await browser.page({
  baseURL: site.origin,
  viewport: { width: 1440, height: 900 },
  permissions: ['clipboard-read', 'clipboard-write'],
})
const [name = '', value = ''] = (site.staff.cookie ?? '').split('=')
await page.context().addCookies([{ name, value, url: site.origin }])
await page.addInitScript(() => localStorage.setItem('adminUser', '{"username":"bench"}'))
await page.goto('/admin/prezzimod/')
const grid = page.getByRole('grid')
await page.getByText(/^10\.273 tratte$/).waitFor({ timeout: 120_000 })
console.log(
  `${machine}; ${await page.getByRole('row').count()} rows in the page, processor four times slower`,
)

const devTools = await page.context().newCDPSession(page)
await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
await page.evaluate(() => {
  const seen: number[] = []
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.push(duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit)
})
await grid.focus()
await measured('arrow keys', () => press(page, 'ArrowDown', 30))
await measured('page down', () => press(page, 'PageDown', 20))
await measured('to the last row and back', async () => {
  await press(page, 'Control+End', 1)
  await press(page, 'Control+Home', 1)
})
await press(page, 'ArrowRight', 2)
await measured('typing 20 prices', async () => {
  for (let typed = 0; typed < 20; typed++) {
    await page.keyboard.type('45,5', { delay: 30 })
    await press(page, 'Enter', 1)
  }
})
await press(page, 'Control+Home', 1)
await press(page, 'ArrowRight', 2)
const block = Array.from({ length: 200 }, (_, row) =>
  Array.from({ length: 5 }, () => `${50 + row},50`).join('\t'),
)
await page.evaluate((text) => navigator.clipboard.writeText(text), block.join('\r\n'))
await measured('pasting 200 × 5', () => press(page, 'Control+v', 1))
await measured('undo and redo of it', async () => {
  await press(page, 'Control+z', 1)
  await press(page, 'Control+Shift+z', 1)
})
await measured('fill down 10,000 rows', async () => {
  await press(page, 'Control+ ', 1)
  await press(page, 'Control+d', 1)
})
await measured('wheel', async () => {
  for (let turn = 0; turn < 30; turn++) {
    await page.mouse.wheel(0, 600)
    await page.waitForTimeout(20)
  }
})

async function press(where: Page, key: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    await where.keyboard.press(key)
    await where.waitForTimeout(60)
  }
}

async function measured(what: string, work: () => Promise<void>): Promise<void> {
  await page.evaluate(() =>
    Object.assign(window, { from: (window as unknown as { seen: number[] }).seen.length }),
  )
  await work()
  await page.waitForTimeout(800)
  const durations = await page.evaluate(() => {
    const { seen, from } = window as unknown as { seen: number[]; from: number }
    return seen.slice(from)
  })
  const sorted = durations.toSorted((one, other) => one - other)
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0
  console.log(`${what.padEnd(28)} worst ${sorted.at(-1) ?? 'below 16'} ms, median ${middle} ms`)
}
