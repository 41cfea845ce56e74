import fc from 'fast-check'
import { expect, test } from 'vitest'
import { languages } from '../../src/languages/messages.ts'
import {
  filled,
  italianNames,
  type Values,
  variables,
} from '../../src/modules/leads/templates/variables.contract.ts'
import { startApp } from '../app.ts'
import { given } from '../given.ts'

const path = '/api/admin/reply-templates'
const template = {
  kind: 'availability_request',
  via: 'email',
  language: 'it',
  name: 'Prima risposta',
  subject: 'Il tuo viaggio {codice}',
  text: 'Buongiorno[ {nome}]!\n\n{prezzo}\n\nDa {partenza}.',
}

test('a reply starts from the text of staff; the other texts are offered; a deleted one makes room for the bundled text', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  const { id: leadId, code } = await given.lead(app, 'request', { destination: 'Gallipoli' })
  const reply = async () =>
    (await app.get(`/api/admin/leads/availability_request/${leadId}`, staff)).body.reply
  const bundled = await reply()
  expect(bundled.text).toContain('Ciao Anna Rossi, ti scriviamo da')

  const { status, body: own } = await app.post(path, template, staff)
  expect(status).toBe(201)
  await app.post(path, { ...template, name: 'Sollecito', text: 'Ci pensi ancora, {name}?' }, staff)
  await app.post(path, { ...template, language: 'de', text: 'Nur auf Deutsch' }, staff)
  const { text, subject, drafts } = await reply()
  expect(subject).toBe(`Il tuo viaggio ${code}`)
  expect(text).toMatch(
    /^Buongiorno Anna Rossi!\n\nPer 3 passeggeri: Berlina, .+\n\nDa Aeroporto Brindisi\.$/s,
  )
  const mails = drafts.filter(({ via }: { via: string }) => via === 'email')
  expect(mails.map(({ name }: { name: string }) => name)).toEqual(['Prima risposta', 'Sollecito'])
  expect(mails[1].text).toBe('Ci pensi ancora, Anna Rossi?')
  expect(drafts.find(({ via }: { via: string }) => via === 'whatsapp').text).toBe(bundled.text)

  const listed = (await app.get(path, staff)).body.items
  const stored = listed.filter(({ id }: { id: number | null }) => id !== null)
  expect([stored.length, listed.length]).toEqual([3, 3 * 3 * languages.length + 1])
  expect((await app.send('DELETE', `${path}/${own.id}`, undefined, staff)).status).toBe(204)
  expect(await reply()).toMatchObject({ text: bundled.text, subject: bundled.subject })
  const log = await app.sql`select action from audit_log where action like 'leads:replyTemplate%' order by id`
  expect(log.map(({ action }) => action.replace('leads:replyTemplate', ''))).toEqual([
    ...['Created', 'Created', 'Created', 'Deleted'],
  ])
})

test('a template with an unknown variable, without a subject or with a taken name is refused at the field', async () => {
  await using app = await startApp()
  const staff = await app.logIn({ isSuperAdmin: false })
  await app.post(path, template, staff)
  await app.post(path, { ...template, name: 'L’offerta' }, staff)
  const { body: other } = await app.post(path, { ...template, name: 'Altro' }, staff)
  const refused: [form: object, status: number, field: string, message: RegExp][] = [
    [{ name: 'x', text: 'Ciao {cognome}' }, 422, 'text', /^Variabile sconosciuta: \{cognome\}\. Quelle/],
    [{ name: 'x', subject: '{preventivo} {nome}' }, 422, 'subject', /^Variabile sconosciuta: \{preventivo\}/],
    [{ name: 'x', subject: '' }, 422, 'subject', /^Inserisci l’oggetto$/],
    [{ name: 'PRIMA risposta' }, 409, 'name', /^C’è già un modello/],
    [{ name: "L'offerta" }, 409, 'name', /^C’è già un modello/],
    [{ name: 'x', kind: 'lead' }, 422, 'kind', /./],
    [{ name: 'x', text: '' }, 422, 'text', /^Inserisci il testo/],
  ]
  for (const [form, status, field, message] of refused) {
    const made = await app.post(path, { ...template, ...form }, staff)
    expect([form, made.status, made.body.errors[0].path]).toEqual([form, status, field])
    expect(made.body.errors[0].message).toMatch(message)
    const changed = { ...template, ...form, updatedAt: other.updatedAt }
    expect((await app.send('PUT', `${path}/${other.id}`, changed, staff)).status).toBe(status)
  }
  expect(await app.sql`select id from reply_templates`).toHaveLength(3)
})

test('the preview has a value for every variable of a trip, in each language', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  const samples: { kind: string; language: string; values: Values }[] = (
    await app.get('/api/admin/reply-samples', staff)
  ).body.items
  expect(samples).toHaveLength(3 * languages.length)
  for (const { kind, values } of samples) {
    const empty = variables.filter((one) => values[one] === '')
    if (kind !== 'contact') expect(empty).toEqual(['address'])
  }
  expect(
    new Set(samples.filter(({ kind }) => kind === 'booking').map(({ values }) => values.fare)).size,
  ).toBe(languages.length)
})

const values = fc.record(
  Object.fromEntries(
    variables.map((one) => [one, fc.constantFrom('', 'Lecce', '{nome}', '[ {ora}]', 'a\n\nb', '$&')]),
  ),
) as fc.Arbitrary<Values>

test('a value is never read as a template, and parts without a value are left out', () => {
  fc.assert(
    fc.property(values, fc.constantFrom(...variables), (all, one) => {
      const name = italianNames[one]
      const value = all[one].trim()
      expect(filled(`{${name}}`, all)).toBe(value)
      expect(filled(`Prima[ di {${name}}] e [nota] dopo`, all)).toBe(
        value ? `Prima di ${all[one]} e [nota] dopo` : 'Prima e [nota] dopo',
      )
      expect(filled(`Uno\n\n{${name}}\n\nDue`, all)).toBe(value ? `Uno\n\n${all[one]}\n\nDue` : 'Uno\n\nDue')
      expect(filled(`Uno\n{${name}}\nDue`, all)).toBe(value ? `Uno\n${all[one]}\nDue` : 'Uno\nDue')
    }),
  )
})
