import sharp from 'sharp'
import { expect, test } from 'vitest'
import { eventually, startApp } from '../../app.ts'
import { axeProblems, openBrowser } from '../../browser.ts'
import { long } from '../../length.ts'
import { asStaff } from '../../mailbox.ts'
import { openPanel, pick } from '../../panel.ts'

const background = '#0b6a88'
const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background } })
  .png()
  .toBuffer()

test(
  'on a phone staff add a photo of a meeting point, see where it appears, and delete it after a question',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    await using browser = await openBrowser()
    const page = await openPanel(app, browser, { viewport: { width: 390, height: 844 } })
    await page.goto('/admin/foto/')
    await page.getByText('Nessuna foto').waitFor()
    await page.getByRole('link', { name: 'Aggiungi foto' }).click()
    await page.getByRole('heading', { level: 1, name: 'Aggiungi foto' }).waitFor()
    await page.getByRole('button', { name: 'Aggiungi foto' }).click()
    for (const message of ['Carica una foto', 'Scegli dove appare la foto', 'Indica chi ha scattato la foto'])
      await page.getByText(message).waitFor()

    await page
      .getByLabel('File dell’immagine')
      .setInputFiles({ name: 'arrivi.png', mimeType: 'image/png', buffer: photo })
    await page.getByRole('img', { name: 'Anteprima' }).waitFor()
    await page.getByLabel('Dove appare').selectOption({ label: 'Arrivi: punto d’incontro di una località' })
    await pick(page.getByLabel('Località'), 'Aeroporto Brindisi')
    await page.getByLabel('Descrizione').fill('La sala arrivi di Brindisi')
    await page.getByLabel('Autore').fill('Anna Conte')
    await page.getByLabel('Licenza').fill('di nostra proprietà')
    expect(await axeProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Aggiungi foto' }).click()
    await page.getByRole('link', { name: 'Punto d’incontro Aeroporto Brindisi' }).waitFor()
    const rows = await app.sql`
    select shown_as, l.name, alt, author, licence from photos join locations l on l.id = place_id`
    expect(rows).toEqual([
      {
        shownAs: 'meeting',
        name: 'Aeroporto Brindisi',
        alt: 'La sala arrivi di Brindisi',
        author: 'Anna Conte',
        licence: 'di nostra proprietà',
      },
    ])
    await expect.poll(() => axeProblems(page)).toEqual([])
    const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    await expect.poll(isTooWide).toBe(false)

    await app.drain()
    const route = '/tratte/transfer-aeroporto-brindisi-gallipoli/'
    await eventually(async () => expect((await app.get(route)).text).toContain('-480.avif'))
    await page.goto(route)
    const shown = page.getByRole('img', { name: 'La sala arrivi di Brindisi' })
    await shown.scrollIntoViewIfNeeded()
    // The browser of a phone chooses a small variant.
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.currentSrc))
      .toMatch(/-480\.avif$/)
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    expect(await axeProblems(page)).toEqual([])
    await page.goto('/admin/foto/')
    await page.getByRole('button', { name: 'Elimina La sala arrivi di Brindisi' }).click()
    const dialog = page.getByRole('dialog', { name: 'Eliminare la foto «La sala arrivi di Brindisi»?' })
    await dialog.getByText('Appare qui: Punto d’incontro Aeroporto Brindisi.').waitFor()
    await dialog.getByRole('button', { name: 'Elimina' }).click()
    await page.getByText('Nessuna foto').waitFor()
    expect(await app.sql`select id from photos`).toEqual([])
    expect(browser.problems()).toEqual([])
  },
)

test(
  'a photo in the hero of Home stands beside the map’s places, and cards of routes align their lines and prices',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    await using browser = await openBrowser()
    const { url: picture } = await asStaff(app, 'POST /api/admin/uploads', { data: photo.toString('base64') })
    const form = { alt: 'La nostra auto', author: 'Anna Conte', licence: 'di nostra proprietà' }
    await asStaff(app, 'POST /api/admin/photos', { ...form, picture, shownAs: 'company' })
    await app.sql`update locations set long_description = 'Testo.' where name = 'Gallipoli'`
    await eventually(async () => expect((await app.get('/')).text).toContain(form.alt))
    const page = await browser.page({ baseURL: app.origin })
    await page.goto('/')
    for (const width of [1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      const covered = () =>
        page.evaluate(() => {
          const photo = document.querySelector('main img')?.getBoundingClientRect()
          const dots = [...document.querySelectorAll('.hero-map .map-dots circle')]
          return dots.filter((dot) => {
            const { left, right, top, bottom } = dot.getBoundingClientRect()
            return (
              photo && left < photo.right && right > photo.left && top < photo.bottom && bottom > photo.top
            )
          }).length
        })
      await expect.poll(async () => [width, await covered()]).toEqual([width, 0])
    }

    await page.goto('/destinazioni/gallipoli/')
    // The price of the route from Bari is for a vehicle, and its unit has one line less than that of the others.
    const tops = (selector: string) =>
      page
        .locator(`main li a[href*="/tratte/transfer-"] ${selector}`)
        .evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size)
    await expect.poll(() => tops('.border-dashed')).toBe(1)
    await expect.poll(() => tops('.figures')).toBe(1)
    expect(browser.problems()).toEqual([])
  },
)
