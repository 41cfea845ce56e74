import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems, type PageOptions } from '../../browser.ts'
import { long } from '../../length.ts'

const { app, browser } = await openAppInBrowser({ data: 'demo' })

const routePath = '/tratte/transfer-aeroporto-brindisi-gallipoli/'
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

async function open(path: string, options: PageOptions): Promise<Page> {
  const page = await browser.page({ baseURL: app.origin, ...options })
  await page.goto(path)
  return page
}

/** Returns the edges of the element, of which, as of its text, nothing may be cut. */
async function whole(locator: Locator) {
  const { x, y, right, bottom, cut } = await locator.evaluate((element) => {
    const { left: x, top: y, right, bottom } = element.getBoundingClientRect()
    const cut =
      element.scrollWidth > element.clientWidth + 2 || element.scrollHeight > element.clientHeight + 2
    return { x, y, right, bottom, cut }
  })
  const isCut = cut || x < 0 || y < 0 || right > 390 || bottom > 844
  expect({ is: String(locator), x, y, right, bottom, isCut }).toMatchObject({ isCut: false })
  return { x, y, right, bottom }
}

type Box = Awaited<ReturnType<typeof whole>>
const overlap = (one: Box, other: Box) =>
  one.x < other.right && other.x < one.right && one.y < other.bottom && other.y < one.bottom

test(
  'with larger text the menu and both ways to act on a phone are complete and do not overlap',
  long,
  async () => {
    for (const size of [24, 32])
      for (const path of ['/', routePath, '/richiesta/']) {
        const page = await open(path, phone)
        await page.evaluate((px) => {
          document.documentElement.style.fontSize = `${px}px`
        }, size)
        const header = page.getByRole('banner')
        const bar = page.getByRole('region', { name: 'Contattaci' })
        const controls = [
          header.getByRole('link', { name: /pagina iniziale/ }),
          header.getByRole('button', { name: 'Menu' }),
          bar.getByRole('button', { name: 'Chiama o scrivi' }),
          // The page of the request form has no button that opens the form.
          ...(path === '/richiesta/' ? [] : [bar.getByRole('button', { name: 'RICHIEDI DISPONIBILITÀ' })]),
        ]
        const boxes: Box[] = []
        for (const control of controls) boxes.push(await whole(control))
        const touching = boxes.flatMap((one, index) =>
          boxes
            .slice(index + 1)
            .flatMap((other, next) => (overlap(one, other) ? [[index, index + 1 + next]] : [])),
        )
        expect(touching).toEqual([])
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

        await header.getByRole('button', { name: 'Menu' }).tap()
        const menu = page.getByRole('navigation', { name: 'Menu' })
        for (const link of await menu.getByRole('link').all()) {
          await link.scrollIntoViewIfNeeded()
          await whole(link)
        }
        await page.keyboard.press('Escape')
        const last = page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).last()
        await page.evaluate(() =>
          scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }),
        )
        expect((await whole(last)).bottom).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0)
      }
  },
)

/** Returns the texts of the visible elements whose top border is missing or looks like the background. */
const shapeless = (locator: Locator) =>
  locator.evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1)
      .filter((element) => {
        const { borderTopWidth, borderTopStyle, borderTopColor, backgroundColor } = getComputedStyle(element)
        const isDrawn = Number.parseFloat(borderTopWidth) > 0 && borderTopStyle !== 'none'
        return !isDrawn || borderTopColor === backgroundColor
      })
      .map((element) => element.textContent?.trim() || element.getAttribute('aria-label')),
  )

test(
  'with forced colours the buttons of the dialogs have a border, and the selection is visible',
  long,
  async () => {
    const page = await open(routePath, { ...phone, forcedColors: 'active', isFirstVisit: true })
    const consent = page.getByRole('dialog', { name: 'Gestione Cookie e Privacy' })
    await consent.waitFor()
    await expect.poll(() => shapeless(consent.locator('button, .rounded-card'))).toEqual([])
    await consent.getByRole('button', { name: 'Solo Cookie Necessari', exact: true }).click()
    const [chosen, other] = [page.locator('.offer').first(), page.locator('.offer').last()]
    await page.getByRole('radio', { name: /Berlina/ }).check()
    const outlineOf = (locator: Locator) =>
      locator.evaluate((element) => {
        const { outlineWidth, outlineStyle } = getComputedStyle(element)
        return outlineStyle === 'none' ? 'none' : outlineWidth
      })
    await expect.poll(async () => [await outlineOf(chosen), await outlineOf(other)]).toEqual(['3px', 'none'])
    await page.getByRole('button', { name: 'RICHIEDI DISPONIBILITÀ' }).click()
    const dialog = page.getByRole('dialog', { name: 'Richiedi disponibilità' })
    await dialog.locator('form').waitFor()
    await expect.poll(() => shapeless(dialog.locator('button, .rounded-card'))).toEqual([])
    expect(await axeProblems(page, { except: ['color-contrast'] })).toEqual([])
  },
)
