import type { Page } from 'playwright-core'
import type { OpenBrowser, PageOptions } from '../test/browser.ts'
import { bringSession } from '../test/panel.ts'
import type { Site } from './site.ts'

/** Opens a page with a member of staff logged in, without going to a URL. */
export async function panelPage(site: Site, browser: OpenBrowser, options: PageOptions = {}): Promise<Page> {
  const page = await browser.page({
    baseURL: site.origin,
    viewport: { width: 1440, height: 900 },
    ...options,
  })
  await bringSession(page, site.staff.cookie ?? '')
  await page.addInitScript(() => localStorage.setItem('adminUser', '{"username":"bench"}'))
  return page
}
