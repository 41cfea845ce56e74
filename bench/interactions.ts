import type { Page } from 'playwright-core'
import type { Row } from './row.ts'
import { median } from './site.ts'

/** The time from an event to the next frame. Browsers report it in steps of 8 ms, from 16 ms on (Event Timing, W3C). */
export interface Interactions {
  /** Runs `one`, and returns its slowest interaction in ms; 0 if all took less than 16 ms. */
  worstOf(one: () => Promise<void>): Promise<number>
  /** Runs `one` three times. Returns a table row with the median of the slowest interactions of the three runs. */
  measured(work: string, goalMs: number, one: () => Promise<void>): Promise<Row>
}

/** Records the page's interactions from now on. Slows the processor to a quarter of its speed, as in an old phone. */
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
  const worstOf = async (one: () => Promise<void>) => {
    await page.evaluate(() => {
      ;(window as unknown as { seen: number[] }).seen.length = 0
    })
    await one()
    await page.waitForTimeout(600)
    return page.evaluate(() => Math.max(0, ...(window as unknown as { seen: number[] }).seen))
  }
  return {
    worstOf,
    async measured(work, goalMs, one) {
      const worst: number[] = []
      const fixed: number[] = []
      for (let round = 0; round < 3; round++) {
        worst.push(await worstOf(one))
        fixed.push(await page.evaluate(fixedWork))
      }
      return { ...interactionRow(work, goalMs, worst), reference: `${Math.round(median(fixed))} ms` }
    },
  }
}

/** Returns the milliseconds of a computation that never changes, so that they show how fast the machine is. */
function fixedWork(): number {
  const started = performance.now()
  const texts = Array.from({ length: 30_000 }, (_, index) => `${(index * 7_919) % 30_011}`)
  texts.sort()
  return performance.now() - started
}

/** `worst` contains the slowest interaction of each round in ms. */
export function interactionRow(work: string, goalMs: number, worst: number[]): Row {
  const sorted = worst.toSorted((one, other) => one - other)
  const ms = median(worst)
  return {
    work,
    ours: `${shown(ms)} (${shown(sorted[0])} to ${shown(sorted.at(-1))})`,
    goal: `≤ ${goalMs} ms`,
    met: ms <= goalMs,
  }
}

const shown = (ms = 0) => (ms === 0 ? 'below 16 ms' : `${ms} ms`)

/** Pauses after each press, as a person does. */
export async function press(page: Page, key: string, times = 1): Promise<void> {
  for (let time = 0; time < times; time++) {
    await page.keyboard.press(key)
    await page.waitForTimeout(60)
  }
}

/** Returns a function that resolves to the milliseconds from the next click to the frame that shows `selector`. */
export async function standsAfter(page: Page, selector: string): Promise<() => Promise<number>> {
  await page.evaluate((wanted) => {
    Object.assign(window, { stoodMs: undefined })
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    addEventListener(
      'click',
      async ({ timeStamp }) => {
        while (!document.querySelector(wanted)) await painted()
        await painted()
        Object.assign(window, { stoodMs: Math.round(performance.now() - timeStamp) })
      },
      { capture: true, once: true },
    )
  }, selector)
  return async () => {
    await page.waitForFunction(() => (window as unknown as { stoodMs?: number }).stoodMs !== undefined)
    return page.evaluate(() => (window as unknown as { stoodMs: number }).stoodMs)
  }
}
