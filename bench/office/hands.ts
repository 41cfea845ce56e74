import type { Locator, Page } from 'playwright-core'
import type { OpenBrowser, PageOptions } from '../../test/browser.ts'
import { panelPage } from '../panel.ts'
import type { Site } from '../site.ts'

export interface Work {
  /** Clicks, taps, and keys that enter no character into a field. Ctrl, Shift, Alt and Meta alone do not count. */
  presses: number
  /** Characters typed into fields. */
  letters: number
  seconds: number
}

/** The page itself counts every real press (`isTrusted`), so the code of a task cannot leave out a press. */
export interface Hands {
  page: Page
  click(target: Locator): Promise<void>
  /** Opens the section of the side menu, and before it the group if it is closed. */
  section(group: string, name: string | RegExp): Promise<void>
  key(name: string): Promise<void>
  /** Clicks the field unless it already has the focus, and types into it. */
  write(field: Locator, text: string): Promise<void>
  /** Presses Tab until the element has the focus. Throws after 120 presses. */
  tabTo(target: Locator): Promise<void>
  /** Closes the page. Returns the counts, and the seconds since the page was opened. */
  done(): Promise<Work>
}

/** Milliseconds between two keys, so that the panel renders between them. */
const pauseMs = 20

export async function openHands(
  site: Site,
  browser: OpenBrowser,
  path: string,
  options: PageOptions = {},
): Promise<Hands> {
  const page = await panelPage(site, browser, options)
  await page.addInitScript(countPresses)
  await page.goto(`/admin/${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const started = performance.now()
  const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement)
  const click = (target: Locator) => (options.hasTouch ? target.tap() : target.click())
  return {
    page,
    click,
    async section(group, name) {
      const menu = page.getByRole('navigation', { name: 'Sezioni' })
      const button = menu.getByRole('button', { name: group, exact: true })
      if ((await button.getAttribute('aria-expanded')) === 'false') await click(button)
      await click(menu.getByRole('link', { name, exact: true }))
    },
    async key(name) {
      await page.keyboard.press(name)
      await page.waitForTimeout(pauseMs)
    },
    async write(field, text) {
      if (!(await hasFocus(field))) await field.click()
      await page.keyboard.type(text, { delay: pauseMs })
    },
    async tabTo(target) {
      await target.waitFor()
      for (let tabs = 0; !(await hasFocus(target)); tabs++) {
        if (tabs === 120) throw new Error(`Tab does not reach ${target}`)
        await page.keyboard.press('Tab')
      }
    },
    async done() {
      const seconds = (performance.now() - started) / 1_000
      const counts = await page.evaluate(() => ({
        presses: Number(sessionStorage.getItem('presses') ?? 0),
        letters: Number(sessionStorage.getItem('letters') ?? 0),
      }))
      await page.close()
      return { ...counts, seconds }
    },
  }
}

/** Runs in the page, before its scripts. The counts survive a reload. */
function countPresses(): void {
  const add = (name: string) =>
    sessionStorage.setItem(name, String(Number(sessionStorage.getItem(name) ?? 0) + 1))
  const isField = (target: EventTarget | null) =>
    target instanceof Element &&
    target.matches('textarea, [role=grid], input:not([type=checkbox], [type=radio], [type=submit])')
  const options = { capture: true }
  addEventListener('pointerdown', ({ isTrusted }) => isTrusted && add('presses'), options)
  addEventListener(
    'keydown',
    ({ isTrusted, key, ctrlKey, metaKey, altKey, target }) => {
      if (!isTrusted || ['Control', 'Shift', 'Alt', 'Meta'].includes(key)) return
      const isLetter = key.length === 1 && !ctrlKey && !metaKey && !altKey && isField(target)
      add(isLetter ? 'letters' : 'presses')
    },
    options,
  )
}

/** Repeats `check` until it returns true. Throws after 30 s. */
export async function until(what: string, check: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 30_000
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`not reached: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
