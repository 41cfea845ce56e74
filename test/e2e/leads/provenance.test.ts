import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visitKey } from '../../../src/modules/settings/privacy/contract.ts'
import { startApp } from '../../app.ts'
import { axeProblems, openBrowser } from '../../browser.ts'
import { long } from '../../length.ts'
import { openPanel } from '../../panel.ts'

const landing = '/tratte/transfer-aeroporto-brindisi-gallipoli/'
const search = { referer: 'https://www.google.com/' }

test(
  'a request records which page and site led to it, staff confirm it at 110 euro, and both are in Provenienza',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    await using browser = await openBrowser()
    const page = await browser.page({ viewport: { width: 390, height: 844 }, baseURL: app.origin })
    await page.goto(`${landing}?utm_source=newsletter&utm_medium=email&utm_campaign=estate`, search)
    await page.goto('/contatti/', { referer: page.url() })
    await sendMessage(page)
    await expect
      .poll(
        async () =>
          (await app.sql`select landing_path, utm_source, is_across_visits from lead_provenance`)[0],
      )
      .toEqual({ landingPath: landing, utmSource: 'newsletter', isAcrossVisits: false })

    const panel = await openPanel(app, browser)
    await panel.goto('/admin/richieste/contact/1/')
    const lead = panel.getByRole('complementary', { name: 'Richiesta aperta' })
    await lead.getByText(`newsletter / email, campagna estate, entrata da ${landing}`).waitFor()
    await lead.getByLabel('Prezzo concordato').fill('110')
    await lead.getByRole('button', { name: 'Salva' }).click()
    await expect.poll(async () => (await app.sql`select price from lead_provenance`)[0]?.price).toBe('110.00')
    await lead.getByRole('button', { name: 'Confermata' }).click()
    await lead.getByRole('button', { name: 'Confermata', pressed: true }).waitFor()
    await panel.goto('/admin/provenienza/')
    const pages = panel.getByRole('table', { name: 'Valore per pagina d’ingresso' })
    await pages.getByRole('row').filter({ hasText: landing }).filter({ hasText: '110' }).waitFor()
    const sources = panel.getByRole('table', { name: 'Valore per sito o campagna' })
    await sources
      .getByRole('row')
      .filter({ hasText: 'newsletter / email' })
      .filter({ hasText: '110' })
      .waitFor()
    await panel.setViewportSize({ width: 390, height: 844 })
    const topOf = async (label: string) => (await panel.getByLabel(label, { exact: true }).boundingBox())?.y
    expect(await topOf('al')).toBe(await topOf('Dal'))
    expect(await axeProblems(panel)).toEqual([])
    expect(browser.problems()).toEqual([])
  },
)

test(
  'the first page is remembered only after consent to statistics, and deleted when it is withdrawn',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    await using browser = await openBrowser()
    const page = await browser.page({ baseURL: app.origin, isFirstVisit: true })
    const remembered = () => page.evaluate((key) => localStorage.getItem(key), visitKey)
    await page.goto(`${landing}?gclid=Cj0KCQiA-secret`, search)
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await expect.poll(remembered).toBe(null)
    await dialog.getByRole('button', { name: 'Accetta Tutti i Cookie' }).click()
    await expect
      .poll(remembered)
      .toContain(`"landing":"${landing}","referrer":"www.google.com","click":"gclid"`)
    await expect.poll(remembered).not.toContain('Cj0')
    await page.goto('/contatti/')
    await sendMessage(page)
    await expect
      .poll(
        async () =>
          (await app.sql`select landing_path, click_kind, is_across_visits from lead_provenance`)[0],
      )
      .toEqual({ landingPath: landing, clickKind: 'gclid', isAcrossVisits: true })
    await page.getByRole('button', { name: 'Impostazioni Cookie' }).click()
    await dialog.getByRole('button', { name: 'Rifiuta Tutto' }).click()
    await expect.poll(remembered).toBe(null)
  },
)

async function sendMessage(page: Page): Promise<void> {
  const form = page.getByRole('main')
  await form.getByLabel('Nome').fill('Anna Rossi')
  await form.getByLabel('Telefono').fill('347 1234567')
  await form.getByLabel('Email').fill('anna@example.com')
  await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: /invia/i }).click()
}
