import { expect, test } from 'vitest'
import { startWorker } from '../../../src/worker/worker.ts'
import { startApp } from '../../app.ts'
import { axeProblems, openBrowser } from '../../browser.ts'
import { long } from '../../length.ts'
import { openPanel } from '../../panel.ts'
import { openAnthropic } from '../../providers/anthropic.ts'

test(
  'a text appears in the form while the model writes it, and is then accepted paragraph by paragraph',
  long,
  async () => {
    await using server = await openAnthropic()
    await using app = await startApp({ data: 'demo', env: server.env })
    await app.sql`
    insert into ai_prompts (name, prompt, provider, field_type)
    values ('Tratta', 'Da {partenza} a {destinazione}', 'anthropic', 'general')`
    const own = 'Otranto è la città più a est.\n\nTi aspettiamo agli arrivi.'
    const [route] = await app.sql`
    update route_prices set long_description = ${own} where slug = 'aeroporto-brindisi-otranto' returning id`
    await using browser = await openBrowser()
    const worker = await startWorker(app.runtime, app.databaseUrl)
    const page = await openPanel(app, browser)
    await page.goto(`/admin/tratte/${route?.id}/`)
    const texts = page.getByRole('region', { name: 'Descrizione con AI' })
    const field = texts.getByRole('textbox')
    const draftText =
      'Otranto è la città italiana più a est.\n\nTi aspettiamo agli arrivi.\n\nIl mare è a due passi. '
    server.usual.text = `\`\`\`markdown\n${draftText}${'Sabbia chiara e acqua bassa. '.repeat(8)}\n\`\`\``
    server.usual.pauseMs = 90
    const written = Promise.withResolvers<void>()
    server.usual.end = written.promise
    await texts.getByLabel('Prompt per descrizione').selectOption({ label: 'Tratta (Claude)' })
    await texts.getByRole('button', { name: /^Genera con AI/ }).click()
    const growing = texts.getByRole('region', { name: 'Testo in arrivo' })
    await growing.waitFor()
    const first = (await growing.textContent())?.length ?? 0
    await expect.poll(async () => (await growing.textContent())?.length ?? 0).toBeGreaterThan(first)
    written.resolve()
    const draft = page.getByRole('article', { name: 'Bozza: Descrizione' })
    await draft.getByText('claude-haiku-5-5, Tratta').waitFor()
    await expect.poll(() => field.inputValue()).toBe(own)
    await expect.poll(() => draft.getByRole('insertion').first().textContent()).toBe('italiana ')
    expect(await axeProblems(page)).toEqual([])

    await draft.getByRole('button', { name: 'Accetta la modifica 1' }).click()
    await expect
      .poll(() => field.inputValue())
      .toBe('Otranto è la città italiana più a est.\n\nTi aspettiamo agli arrivi.')
    await draft.getByRole('button', { name: 'Annulla l’ultima modifica' }).click()
    await expect.poll(() => field.inputValue()).toBe(own)
    await draft.getByRole('button', { name: 'Sostituisci il testo' }).click()
    await draft.getByText('La bozza è tutta nel testo: salva per tenerla.').waitFor()
    await expect.poll(() => field.inputValue()).toContain('Sabbia chiara')
    await expect.poll(() => field.inputValue()).not.toContain('```')
    await draft.getByRole('button', { name: 'Chiudi la bozza' }).click()
    await draft.waitFor({ state: 'detached' })
    expect(browser.problems()).toEqual([])
    await worker.stop()
  },
)

test(
  'models and daily tokens are set on API Esterne, and a text over the limit is refused with a message that names it',
  long,
  async () => {
    await using server = await openAnthropic()
    await using app = await startApp({ data: 'demo', env: server.env })
    await using browser = await openBrowser()
    const page = await openPanel(app, browser, { isSuperAdmin: true })
    await page.goto('/admin/api-esterne/')
    const section = page.getByRole('region', { name: 'Testi AI: modelli e limiti' })
    await section.getByText('Oggi usati 0 token su 500.000.').waitFor()
    await section.getByLabel('Modello Anthropic').fill('claude-sonnet-5-5')
    await section.getByLabel('Token al giorno').fill('10')
    await section.getByRole('button', { name: 'Salva Impostazioni' }).click()
    await section.getByText('Oggi usati 0 token su 10.').waitFor()
    await expect.poll(() => section.getByLabel('Modello Anthropic').inputValue()).toBe('claude-sonnet-5-5')
    expect(await axeProblems(page)).toEqual([])
    await app.sql`
    insert into ai_uses (provider, model, input_tokens, output_tokens) values ('anthropic', 'x', 5, 5)`
    await app.sql`
    insert into ai_prompts (name, prompt, provider, field_type)
    values ('Luogo', 'Descrivi {localita}', 'anthropic', 'description')`
    const [place] = await app.sql`select id from locations where name = 'Otranto'`
    await page.goto(`/admin/localita/${place?.id}/`)
    const texts = page.getByRole('region', { name: 'Descrizione con AI' })
    await texts.getByLabel('Prompt per descrizione').selectOption({ label: 'Luogo (Claude)' })
    await texts.getByRole('button', { name: /^Genera con AI/ }).click()
    await page.getByText('Il limite di 10 token al giorno').waitFor()
    expect(server.asked).toHaveLength(0)
  },
)

test(
  'texts for many routes are generated in the background, reviewed one by one, and saved or discarded',
  long,
  async () => {
    await using server = await openAnthropic()
    await using app = await startApp({ data: 'demo', env: server.env })
    await app.sql`
    insert into ai_prompts (name, prompt, provider, field_type)
    values ('Tratta', 'Da {partenza} a {destinazione}', 'anthropic', 'general')`
    server.usual.text = 'Il Salento ti aspetta.\n\nUn autista ti porta fin là.'
    await using browser = await openBrowser()
    const worker = await startWorker(app.runtime, app.databaseUrl)
    const page = await openPanel(app, browser)
    await page.goto('/admin/ai/bozze/')
    await page.getByText('Nessuna bozza da rivedere.').waitFor()
    await page.getByLabel('Prompt').selectOption({ label: 'Tratta (Claude)' })
    await page.getByLabel('Solo tratte che contengono').fill('Brindisi')
    await page.getByLabel('Tratte al massimo').fill('2')
    await page.getByRole('button', { name: 'Scrivi le bozze' }).click()
    const progress = page.getByRole('region', { name: 'Bozze in preparazione' })
    await progress.getByText('Completata').waitFor()
    await progress.getByText('2 di 2').waitFor()
    const rows = page.getByRole('row').filter({ hasText: 'claude-haiku-5-5, Tratta' })
    await expect.poll(() => rows.count()).toBe(2)
    await expect
      .poll(() => app.sql`select id from route_prices where long_description like 'Il Salento%'`)
      .toEqual([])
    await rows
      .first()
      .getByRole('button', { name: /^Rivedi/ })
      .click()
    const draft = page.getByRole('article', { name: /^Bozza: / })
    await draft.getByText('Un autista ti porta fin là.').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await draft.getByRole('button', { name: /il testo$|questo testo$/ }).click()
    await page.getByRole('button', { name: 'Salva nella tratta' }).click()
    await expect.poll(() => rows.count()).toBe(1)
    await expect
      .poll(() => app.sql`select id from route_prices where long_description = ${server.usual.text}`)
      .toHaveLength(1)
    await rows
      .first()
      .getByRole('button', { name: /^Scarta/ })
      .click()
    await page.getByText('Nessuna bozza da rivedere.').waitFor()
    expect(browser.problems()).toEqual([])
    await worker.stop()
  },
)
