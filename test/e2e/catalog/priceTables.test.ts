import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems } from '../../browser.ts'
import { openPanel } from '../../panel.ts'

const { app, browser } = await openAppInBrowser({ data: 'demo' })

const route = 'Aeroporto Bari → Aeroporto Brindisi'

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((value) => navigator.clipboard.writeText(value), text)
  await page.keyboard.press('Control+v')
}

test('a pasted table with an unclear heading or line is refused in words, and no cell changes', async () => {
  const page = await openPanel(app, browser, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto('/admin/prezzimod/')
  const grid = page.getByRole('grid', { name: 'Prezzi delle tratte' })
  await grid.getByRole('rowheader').first().waitFor()
  await grid.focus()
  const refused = [
    [
      `Tratta\tPrivato 1-3\tPrivato 1-3\n${route}\t150\t160`,
      /«Privato 1-3» compare due volte \(colonne B e C\)/,
    ],
    [`Tratta\tPrezzo auto\n${route}\t150`, /nessuna colonna di prezzo riconosciuta/],
    [
      `Tratta\tPrivato 1-3\n${route}\t\t150`,
      /Riga 2: una cella in più delle intestazioni \(colonna C, «150»\)/,
    ],
  ] as const
  for (const [text, sentence] of refused) {
    await paste(page, text)
    await page.getByText(sentence).first().waitFor()
    await page
      .getByText(/Nulla è cambiato/)
      .first()
      .waitFor()
  }
  const save = page.getByRole('button', { name: /^Salva modifiche/ })
  await expect.poll(() => save.isDisabled()).toBe(true)
  // Prices that the route already has are no edit, so the block has two others.
  await paste(page, `Tratta\tPrivato 1-3\tPrivato 4-8\n${route}\t151\t161`)
  await page.getByRole('button', { name: 'Salva modifiche (2)' }).waitFor()
  expect(await axeProblems(page)).toEqual([])
})

test('a file with an unclear line or heading is refused in words, and the preview counts erased prices', async () => {
  const page = await openPanel(app, browser)
  await page.goto('/admin/prezzimod/')
  await page.getByRole('button', { name: 'Importa CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Importa i prezzi da CSV' })
  const choose = (text: string) =>
    dialog
      .getByLabel('File CSV')
      .setInputFiles({ name: 'prezzi.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('ID;Privato 1-3;Privato 4-8\n200;95;;110\n')
  await dialog.getByText('Riga 2: una cella in più delle intestazioni (colonna D, «110»).').waitFor()
  await choose('ID;Prezo 1-3;Privato 4-8;Privato 4-8\n200;95;110;115\n')
  await dialog
    .getByRole('listitem')
    .filter({ hasText: /^La colonna «Privato 4-8» compare due volte \(colonne C e D\)/ })
    .waitFor()
  await dialog
    .getByRole('listitem')
    .filter({ hasText: /^Colonna non riconosciuta «Prezo 1-3» \(colonna B\): forse è/ })
    .waitFor()
  expect(await axeProblems(page)).toEqual([])
  await choose('ID;Privato 1-3;Privato 4-8\n200;95;\n')
  await dialog.getByText(/^(Un|\d+) prezz[oi] divent/).waitFor()
  expect(await axeProblems(page)).toEqual([])
  const [stored] = await app.sql`select price1to3_pax, price4to8_pax from route_prices where id = 200`
  expect(stored).toEqual({ price1to3Pax: '90.00', price4to8Pax: '105.00' })
})
