import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { AccountOptions, App } from './app.ts'
import type { OpenBrowser, PageOptions } from './browser.ts'

type PanelOptions = PageOptions & AccountOptions

export async function openPanel(
  app: App,
  browser: OpenBrowser,
  { isSuperAdmin = false, role, ...options }: PanelOptions = {},
): Promise<Page> {
  const { cookie = '' } = await app.logIn({ isSuperAdmin, ...(role && { role }) })
  const page = await browser.page({ baseURL: app.origin, ...options })
  await bringSession(page, cookie)
  await page.addInitScript(() => {
    // Sets the entry `adminUser` only once per tab, so that the script does not undo a log-out.
    if (sessionStorage.getItem('wasIn')) return
    sessionStorage.setItem('wasIn', '1')
    localStorage.setItem('adminUser', '{"username":"staff"}')
  })
  return page
}

/** The cookie's prefix requires TLS, so the URL has https. Browsers also send the cookie to this machine over http. */
export async function bringSession(page: Page, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=')
  const url = 'https://127.0.0.1'
  await page.context().addCookies([{ name, value, url, httpOnly: true, secure: true, sameSite: 'Strict' }])
}

export async function pick(field: Locator, name: string): Promise<void> {
  await field.fill(name)
  await field.page().getByRole('option', { name, exact: true }).click()
  await expect.poll(() => field.getAttribute('aria-expanded')).toBe('false')
}

/** Opens all groups of the side menu, of which only the current one is open after a change of section. */
export async function unfold(page: Page): Promise<Locator> {
  const menu = page.getByRole('navigation', { name: 'Sezioni' })
  await menu.getByRole('button').first().waitFor()
  const closed = menu.locator('button[aria-expanded=false]')
  while ((await closed.count()) > 0) await closed.first().click()
  return menu
}
