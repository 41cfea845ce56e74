import type { Page } from 'playwright-core'
import type { App } from './app.ts'
import type { OpenBrowser, PageOptions } from './browser.ts'

interface PanelOptions extends PageOptions {
  isSuperAdmin?: boolean
}

/** The panel in a browser of its own, with somebody of the staff logged in. */
export async function openPanel(
  app: App,
  browser: OpenBrowser,
  { isSuperAdmin = false, ...options }: PanelOptions = {},
): Promise<Page> {
  const { cookie = '' } = await app.logIn({ isSuperAdmin })
  const page = await browser.page({ baseURL: app.origin, ...options })
  await bringSession(page, cookie)
  await page.addInitScript(() => {
    // Once per visit: a log-out must stay one.
    if (sessionStorage.getItem('wasIn')) return
    sessionStorage.setItem('wasIn', '1')
    localStorage.setItem('adminUser', '{"username":"staff"}')
  })
  return page
}

/** Gives a page the cookie of `app.logIn()`. As from TLS, which its name asks for; a browser sends it to this machine. */
export async function bringSession(page: Page, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=')
  const url = 'https://127.0.0.1'
  await page.context().addCookies([{ name, value, url, httpOnly: true, secure: true, sameSite: 'Strict' }])
}
