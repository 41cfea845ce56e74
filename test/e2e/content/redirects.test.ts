import { expect, test } from 'vitest'
import { eventually, startApp } from '../../app.ts'
import { axeProblems, openBrowser } from '../../browser.ts'
import { openPanel } from '../../panel.ts'

const lines = [
  '/index.php?page_id=12\t/prezzi/',
  '/?p=123\t/blog/',
  '/vecchia-pagina/\t/contatti/#modulo',
  '/listino/\t/risultati-ricerca/?departure=Lecce&destination=Otranto',
]

test('on a phone staff paste old addresses, see each fault and each change, and redirect a missed query', async () => {
  await using app = await startApp({ data: 'demo' })
  await using browser = await openBrowser()
  for (const path of ['/guida/?id=7', '/guida/?id=7', '/guida/?id=8'])
    expect((await app.get(path)).status).toBe(404)
  const page = await openPanel(app, browser, { viewport: { width: 390, height: 844 } })
  const isFine = async () => {
    const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    await expect.poll(isTooWide).toBe(false)
    await expect.poll(() => axeProblems(page)).toEqual([])
  }
  await page.goto('/admin/reindirizzamenti/')
  await page.getByRole('button', { name: 'Importa' }).click()
  const dialog = page.getByRole('dialog', { name: 'Importa reindirizzamenti' })
  const field = dialog.getByLabel('Oppure incolla le righe')
  await field.fill(`${lines.join('\n')}\n/prezzi/\t/tratte/\n/a/\thttps://altro.example/`)
  await dialog.getByRole('button', { name: 'Mostra che cosa cambia' }).click()
  const faults = dialog.getByRole('alert').getByRole('listitem')
  await expect
    .poll(() => faults.allTextContents())
    .toEqual([
      'Riga 5, Indirizzo vecchio: A /prezzi/ c’è una pagina del sito: il reindirizzamento non avrebbe effetto.',
      'Riga 6, Indirizzo nuovo: Inserisci l’indirizzo nuovo, su questo sito',
    ])
  await isFine()
  await field.fill(lines.join('\n'))
  await dialog.getByRole('button', { name: 'Mostra che cosa cambia' }).click()
  await dialog.getByRole('list', { name: 'Righe che cambiano' }).waitFor()
  await isFine()
  await dialog.getByRole('button', { name: 'Importa 4 righe' }).click()
  await dialog.waitFor({ state: 'detached' })
  for (const address of ['/index.php?page_id=12', '/?p=123']) await page.getByText(address).first().waitFor()
  await isFine()

  await eventually(async () => expect((await app.sql`select query from not_found_queries`).length).toBe(2))
  await page.getByRole('link', { name: 'Pagine non trovate' }).click()
  await page.getByText('?id=7', { exact: true }).waitFor()
  await isFine()
  await page.getByRole('link', { name: 'Reindirizza /guida/?id=7' }).click()
  await expect.poll(() => page.getByLabel('Indirizzo vecchio').inputValue()).toBe('/guida/?id=7')
  // A moved page needs its new address.
  const target = page.getByLabel('Indirizzo nuovo', { exact: true })
  await expect.poll(() => target.getAttribute('aria-required')).toBe('true')
  await target.fill('/prezzi/')
  await isFine()
  await page.getByRole('button', { name: 'Crea reindirizzamento' }).click()
  await page.getByText('Reindirizzamento creato').waitFor()
  await eventually(async () => {
    const { status, headers } = await app.get('/guida/?id=7&utm=a')
    expect([status, headers.get('location')]).toEqual([301, '/prezzi/?utm=a'])
  })
  expect(browser.problems().filter((one) => !one.includes('status of 422'))).toEqual([])
})
