import type { Page } from 'playwright-core'
import type { Row } from './row.ts'

/** How long after its event the next picture stands, in steps of 8 ms, from 16 ms on (Event Timing, W3C). */
export interface Interactions {
  /** Does `work`, and answers the worst of what it asked of the page. `rounds` of it, the median of the worst. */
  measured(work: string, goalMs: number, one: () => Promise<void>, rounds?: number): Promise<Row>
}

/** Slows the page's processor down to a quarter, which is a phone of some years ago, and watches each event. */
export async function watchInteractions(page: Page): Promise<Interactions> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.push(duration)
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit)
  })
  return {
    async measured(work, goalMs, one, rounds = 3) {
      const worst: number[] = []
      for (let round = 0; round < rounds; round++) {
        await page.evaluate(() => {
          ;(window as unknown as { seen: number[] }).seen.length = 0
        })
        await one()
        await page.waitForTimeout(600)
        worst.push(await page.evaluate(() => Math.max(0, ...(window as unknown as { seen: number[] }).seen)))
      }
      const sorted = worst.toSorted((one, other) => one - other)
      const ms = sorted[Math.floor(rounds / 2)] ?? 0
      const spread = `${shown(sorted[0])} to ${shown(sorted.at(-1))}`
      return {
        work,
        ours: `${shown(ms)} (${spread})`,
        reference: '',
        ratio: null,
        goal: `≤ ${goalMs} ms`,
        met: ms <= goalMs,
      }
    },
  }
}

const shown = (ms = 0) => (ms === 0 ? 'below 16 ms' : `${ms} ms`)

/** Presses a key as often, with a person's pause after each. */
export async function press(page: Page, key: string, times = 1): Promise<void> {
  for (let time = 0; time < times; time++) {
    await page.keyboard.press(key)
    await page.waitForTimeout(60)
  }
}
