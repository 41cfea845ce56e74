import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startApp } from '../../app.ts'
import { axeProblems, openBrowser } from '../../browser.ts'
import { long } from '../../length.ts'
import { openPanel } from '../../panel.ts'

const band = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

test(
  'staff change the distance rule by keyboard: a preview names what changes before anything is saved',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    await using browser = await openBrowser()
    const page = await openPanel(app, browser)
    const stored = () => app.sql`
    select field, start::float, per_km::float as per_km, minimum::float, step::float from fare_bands
    where field in ('price1to3Pax', 'pricePremium1to3Pax') order by field`
    const [before] = await stored()
    await page.goto('/admin/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByLabel('Sezione o dato da cercare').fill('tariffe')
    await page.getByRole('option', { name: /Impostazioni Tariffe/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Impostazioni Tariffe' }).waitFor()
    const car = band(page, 'Privato 1-3')
    await expect.poll(() => car.getByLabel('Al km (€)').inputValue()).toBe('0,8412')
    expect(await axeProblems(page)).toEqual([])

    await car.getByLabel('Partenza (€)').fill('58,50')
    await car.getByLabel('Al km (€)').fill('abc')
    await page.keyboard.press('Control+s')
    await car.getByText('Scrivi gli euro per chilometro, per esempio 0,8412').waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await expect.poll(() => car.getByLabel('Partenza (€)').inputValue()).toBe('58,50')

    await car.getByLabel('Al km (€)').fill('0,8412')
    const premium = band(page, 'Premium 1-3')
    await premium.getByRole('button', { name: 'Aggiungi una regola' }).press('Enter')
    for (const [label, value] of [
      ['Partenza (€)', '80'],
      ['Al km (€)', '1,2'],
      ['Minimo (€)', '70'],
      ['Passo (€)', '5'],
    ] as const)
      await premium.getByLabel(label).fill(value)
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog', { name: 'Salvare queste tariffe?' })
    await dialog.getByText(/cambiano [\d.]+ prezzi indicativi su \d/).waitFor()
    await expect
      .poll(() => dialog.getByRole('list', { name: 'Prezzi che cambiano' }).getByText('€').count())
      .toBeGreaterThan(3)
    await dialog.getByText('Prezzi per chilometri').click()
    await dialog.getByText(/^5 km: 45\s€ → 65\s€ · /).waitFor()
    expect(await axeProblems(page)).toEqual([])
    expect(await stored()).toEqual([before])
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await expect.poll(() => car.getByLabel('Partenza (€)').inputValue()).toBe('58,50')

    await page.keyboard.press('Control+s')
    await dialog.getByRole('button', { name: 'Salva', exact: true }).press('Enter')
    await page.getByText('Tariffe salvate: il sito le segue subito').waitFor()
    expect(await stored()).toEqual([
      { ...before, start: 58.5 },
      { field: 'pricePremium1to3Pax', start: 80, perKm: 1.2, minimum: 70, step: 5 },
    ])
    expect(browser.problems().filter((one) => !one.includes('422'))).toEqual([])
  },
)

test(
  'two people change the fare settings: different prices are both saved, the same one is asked about',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    await using browser = await openBrowser()
    const staff = await app.logIn()
    const page = await openPanel(app, browser)
    // Without the event stream, only saving reveals the conflict.
    await page.route('**/api/admin/events', (route) => route.abort())
    await page.goto('/admin/tariffe/')
    const path = '/api/admin/fare-settings'
    const colleague = async (field: string, start: string) => {
      const { body } = await app.get(path, staff)
      const bands = { ...body.bands, [field]: { ...body.bands[field], start } }
      expect((await app.send('PUT', path, { ...body, bands }, staff)).status).toBe(200)
    }
    const start = (name: string) => band(page, name).getByLabel('Partenza (€)')
    const starts = async () => {
      const { bands } = (await app.get(path, staff)).body
      return [bands.price1to3Pax.start, bands.price4to8Pax.start]
    }
    await start('Privato 1-3').fill('40')
    await colleague('price4to8Pax', '50')
    await page.getByRole('button', { name: 'Salva Tariffe' }).click()
    await page.getByText('Restano le modifiche di un’altra persona: Privato 4-8.').waitFor()
    expect(await starts()).toEqual(['40', '50'])
    await expect.poll(() => start('Privato 4-8').inputValue()).toBe('50')

    await start('Privato 1-3').fill('41')
    await colleague('price1to3Pax', '42')
    await page.getByRole('button', { name: 'Salva Tariffe' }).click()
    const dialog = page.getByRole('dialog', { name: 'Un’altra persona ha salvato nel frattempo' })
    const mine = dialog.getByLabel(/La mia: Partenza \(€\) 41 · Al km \(€\) 0,8412/)
    await mine.check()
    expect(await axeProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Salva così' }).click()
    await expect.poll(starts).toEqual(['41', '50'])
  },
)
