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
  const [name = '', value = ''] = cookie.split('=')
  await page.context().addCookies([{ name, value, url: app.origin, httpOnly: true, sameSite: 'Strict' }])
  await page.addInitScript(() => {
    // Once per visit: a log-out must stay one.
    if (sessionStorage.getItem('wasIn')) return
    sessionStorage.setItem('wasIn', '1')
    localStorage.setItem('adminUser', '{"username":"staff"}')
  })
  return page
}
