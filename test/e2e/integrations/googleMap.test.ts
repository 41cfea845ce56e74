import { expect, test } from 'vitest'
import { startApp } from '../../app.ts'
import { axeProblems, openBrowser, quiet } from '../../browser.ts'
import { long } from '../../length.ts'
import { openPanel, pick } from '../../panel.ts'
import { googleErrors, openGoogle } from '../../providers/google.ts'

const path = '/tratte/transfer-aeroporto-brindisi-gallipoli/'
const embedKey = 'AIza-embed-0001'

test(
  'Google’s map loads after a click and not before, with the key for pages only; without one there is a plain link',
  long,
  async () => {
    await using browser = await openBrowser()
    await using app = await startApp({
      data: 'demo',
      env: { GOOGLE_MAPS_EMBED_KEY: embedKey, GOOGLE_MAPS_API_KEY: 'AIza-server-0001' },
    })
    const page = await browser.page({ baseURL: app.origin, viewport: { width: 390, height: 844 } })
    const asked: string[] = []
    await page.route(
      (url) => url.origin !== app.origin,
      (route) => {
        asked.push(route.request().url())
        return route.fulfill({
          contentType: 'text/html',
          body: '<!doctype html><title>Mappa</title><p>Google',
        })
      },
    )
    await page.goto(path)
    await quiet(page)
    expect(await page.content()).not.toContain(embedKey)
    await page.getByRole('link', { name: 'Apri in Google Maps' }).waitFor()
    expect(asked).toEqual([])
    await page.getByRole('button', { name: 'Mostra mappa Google' }).click()
    await page.frameLocator('iframe[title^="Google Maps"]').getByText('Google').waitFor()
    const url = new URL(asked[0] ?? '')
    expect(url.origin + url.pathname).toBe('https://www.google.com/maps/embed/v1/directions')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      key: embedKey,
      mode: 'driving',
      language: 'it',
      region: 'IT',
      origin: 'Aeroporto Brindisi, Puglia, Italia',
      destination: 'Gallipoli, Puglia, Italia',
    })
    expect(asked.join()).not.toContain('AIza-server')
    await page.getByRole('button', { name: 'Torna alla nostra mappa' }).click()
    await page.getByText('linea di costa').first().waitFor()
    await expect.poll(() => page.locator('.route-map svg').count()).toBe(1)
    // axe tries to enter Google's frame, which may cause an error, so the test reads the errors first.
    expect(browser.problems()).toEqual([])
    expect(await axeProblems(page)).toEqual([])

    await page.goto('/en/transfers/brindisi-airport-gallipoli/')
    await page.getByRole('button', { name: 'Show Google map' }).click()
    await expect
      .poll(() => asked.map((one) => new URL(one).searchParams.get('language')))
      .toEqual(['it', 'en'])

    await using bare = await startApp({ data: 'demo' })
    const plain = await bare.get(path)
    expect(plain.text).toContain('Apri in Google Maps')
    expect(plain.text).not.toContain('Mostra mappa Google')
    expect(plain.headers.get('content-security-policy')).toContain("frame-src 'self';")
  },
)

test(
  'staff type, choose and complete a place in one Google session; if Google fails the field and the route say so and continue',
  long,
  async () => {
    await using google = await openGoogle()
    await using browser = await openBrowser()
    await using app = await startApp({
      data: 'demo',
      env: { ...google.env, GOOGLE_MAPS_API_KEY: google.key },
    })
    const page = await openPanel(app, browser)
    await page.goto('/admin/localita/nuova/')
    const name = page.getByRole('combobox', { name: 'Nome' })
    await name.pressSequentially('otrant', { delay: 60 })
    await page.getByRole('option', { name: 'Otranto' }).first().click()
    await expect.poll(() => page.getByLabel('CAP').inputValue()).toBe('73028')
    expect(google.billed).toEqual({ sessions: 1, single: 0 })
    google.always(googleErrors.quotaDay)
    await name.fill('')
    await name.pressSequentially('galli', { delay: 60 })
    await page.getByText('Google non risponde (Limite di richieste a Google raggiunto)').waitFor()
    await page.getByRole('option', { name: 'Gallipoli' }).first().waitFor()
    await page.goto('/admin/tratte/nuova/')
    await pick(page.getByLabel('Partenza'), 'Porto di Brindisi')
    await pick(page.getByLabel('Destinazione'), 'Gallipoli')
    await page.getByText(/Errore calcolo \(Google: Limite di richieste a Google raggiunto\)/).waitFor()
    await expect
      .poll(async () => Number(await page.getByLabel('Distanza (km)').inputValue()))
      .toBeGreaterThan(50)
  },
)
