import { expect, test } from 'vitest'
import { eventually, startApp } from '../../app.ts'
import { axeProblems, openBrowser } from '../../browser.ts'
import { long } from '../../length.ts'
import { openPanel } from '../../panel.ts'
import { openAnthropic } from '../../providers/anthropic.ts'

test(
  'staff find what a language lacks, get a draft by AI, correct and review it, and see later changes of the Italian',
  long,
  async () => {
    await using server = await openAnthropic()
    await using app = await startApp({ env: server.env, data: 'demo' })
    const [place] = await app.sql<{ id: number }[]>`
    update locations set long_description = 'Gallipoli ha un centro antico su un’isola, a 84 km da Brindisi.'
    where name = 'Gallipoli' returning id`
    await app.sql`update locations set long_description = 'Il mare a est.' where name = 'Otranto'`
    await using browser = await openBrowser()
    const page = await openPanel(app, browser)
    await page.goto('/admin/')
    await page.getByRole('link', { name: 'Lingue', exact: true }).click()
    const german = page.getByRole('region', { name: 'Tedesco' })
    await german
      .getByRole('row', { name: /^Articolo/ })
      .getByRole('link', { name: /Rivista/ })
      .waitFor()
    await expect.poll(() => axeProblems(page)).toEqual([])
    await german.getByRole('link', { name: /Località, Manca, Tedesco/ }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('?language=de&kind=place&state=missing')
    await page.getByRole('link', { name: 'Gallipoli in tedesco' }).click()

    await page.getByRole('heading', { name: 'Traduzione in tedesco' }).waitFor()
    await page.getByRole('button', { name: 'Segna come rivista' }).click()
    await page.getByText('Scrivi la traduzione').waitFor()
    await page.getByRole('button', { name: 'Chiedi una bozza all’AI' }).click()
    await page.getByRole('region', { name: 'Bozza dell’AI' }).waitFor()
    await app.drain()
    const field = page.getByLabel('Descrizione estesa in tedesco')
    await expect.poll(() => field.inputValue()).toMatch(/^\[de\] Gallipoli ha/)
    await page.getByText('Bozza da rivedere', { exact: true }).waitFor()
    await field.fill('Gallipoli hat eine Altstadt auf einer Insel, 80 km von Brindisi entfernt.')
    await page.getByRole('button', { name: 'Salva bozza' }).click()
    await page.getByText('Mancano le cifre 84. Nel testo italiano non ci sono le cifre 80.').waitFor()
    await field.fill('Gallipoli hat eine Altstadt auf einer Insel, 84 km von Brindisi entfernt.')
    await page.getByRole('button', { name: 'Segna come rivista' }).click()
    await page.getByText('Rivista', { exact: true }).waitFor()
    await expect.poll(() => axeProblems(page)).toEqual([])
    const translated = async () => (await app.get('/de/reiseziele/gallipoli/')).text
    await eventually(async () => expect(await translated()).toContain('eine Altstadt auf einer Insel'))

    await app.sql`
    update locations set long_description = replace(long_description, '84', '86'), updated_at = now()
    where id = ${place?.id ?? 0}`
    await page.getByText('cambiato dopo la traduzione').waitFor()
    await page.locator('ins', { hasText: '86' }).waitFor()
    await eventually(async () => expect(await translated()).not.toContain('eine Altstadt'))
    await field.fill('Gallipoli hat eine Altstadt auf einer Insel, 86 km von Brindisi entfernt.')
    await page.getByRole('button', { name: 'Segna come rivista' }).click()
    await page.getByText('Rivista', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Ritira dal sito' }).click()
    await page.getByText('Bozza da rivedere', { exact: true }).waitFor()
    await field.fill('Noch nicht gespeichert')
    await page.getByRole('link', { name: 'Prossimo testo' }).click()
    const question = page.getByRole('dialog', { name: 'Uscire senza salvare?' })
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    await expect.poll(() => field.inputValue()).toBe('Noch nicht gespeichert')
    await page.getByRole('link', { name: 'Prossimo testo' }).click()
    await question.getByRole('button', { name: 'Esci senza salvare' }).click()
    await expect.poll(() => page.url()).not.toContain(`/place/${place?.id}/`)

    await page.goto('/admin/lingue/nomi/?language=fr&search=Gallipoli')
    await page.getByRole('link', { name: 'Gallipoli', exact: true }).click()
    await page.getByLabel('Nome in francese').waitFor()
  },
)
