import type { TSchema } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { actList } from '../../src/kernel/actList.ts'
import { SaveLocation } from '../../src/modules/catalog/places/contract.ts'
import { SavePriceList } from '../../src/modules/catalog/priceLists/contract.ts'
import { messages } from '../../src/modules/index.ts'
import { SaveApiConfiguration } from '../../src/modules/integrations/keys/contract.ts'
import { SaveDriver, SaveVehicle } from '../../src/modules/trips/fleet/contract.ts'
import { fieldLabel, fieldText, fieldWords } from '../../src/web/admin/kit/fieldLabel.ts'
import { openApp } from '../app.ts'

const app = await openApp()

/** Fields that neither a form nor the audit log shows, each with its reason. */
const unshown: Record<string, string> = {
  id: 'names the record',
  ids: 'name the records',
  endpoint: 'names a browser',
  kind: 'names the record, as in leads/:kind/:id, or the kind of the texts',
  language: 'names the record, as in translations/:kind/:id/:language',
  name: 'names a task',
  excludedIds: 'name the records that a person has left out',
  updatedAt: 'is the version of the record',
  sourceUpdatedAt: 'is the version of another record',
  plan: 'is the version of a trial',
  filter: 'is the filter of a list',
  expected: 'is the length of a list',
  page: 'chooses a page of a list',
  dryRun: 'asks for a trial',
  guarded: 'asks for a check',
  act: 'is a button',
  change: 'is a button',
  state: 'is a button',
  decision: 'is a button',
  isAccepted: 'is a button',
  event: 'is a button',
  at: 'is the time of a button',
  key: 'recognizes a repeated button',
  reaction: 'is a button',
  data: 'is a file',
  tapCode: 'comes with the address of the form',
  routeName: 'is a part of a text for the model',
  section: 'is the screen of a saved view',
  query: 'is the address of a saved view',
  p256dh: 'is made by a browser',
  auth: 'is made by a browser',
  userAgent: 'is made by a browser',
  isForNew: 'is saved by a switch of its own',
  isForOverdue: 'is saved by a switch of its own',
}

/** Returns the paths of the fields without a label. The fields of an unshown field are unshown, too. */
function unnamed(schema: TSchema, path = ''): string[] {
  const parts: TSchema[] = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])]
  return [
    ...parts.flatMap((part) => unnamed(part, path)),
    ...Object.entries<TSchema>(schema.properties ?? {}).flatMap(([name, field]) => {
      if (name in unshown) return []
      return field.title ? unnamed(field, `${path}${name}.`) : [`${path}${name}`]
    }),
  ]
}

const staffCommands = messages.filter(({ kind, access }) => kind === 'command' && access !== 'public')

test('every field that a form or the audit log shows has a label, and every exception is one', () => {
  const found = staffCommands.flatMap(({ http, input }) => unnamed(input).map((path) => `${http} ${path}`))
  expect(found).toEqual([])
  const all = new Set(staffCommands.flatMap(({ input }) => namesIn(input)))
  expect(Object.keys(unshown).filter((name) => !all.has(name))).toEqual([])
})

/** Returns the names of all fields without a label. */
const namesIn = (schema: TSchema): string[] => [
  ...[...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])].flatMap(namesIn),
  ...Object.entries<TSchema>(schema.properties ?? {}).flatMap(([name, field]) => [
    ...(field.title ? [] : [name]),
    ...namesIn(field),
  ]),
]

test('every act has a label, and no label means two acts of one module', () => {
  const labels = [...actList.values()].map(({ act }) => `${act.type.split(':')[0]} ${act.label}`)
  expect(labels.length).toBeGreaterThan(140)
  expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([])
})

test('a conflict names choices, days, moments, decimals and secrets without the screen', () => {
  const driver = fieldWords(SaveDriver.input)
  driver.choices.set('languages', new Map([['de', 'tedesco']]))
  expect(fieldLabel(driver, 'languages')).toBe('Lingue')
  expect(fieldText(driver, 'languages', ['de', 'fr'])).toBe('tedesco\nfr')
  expect(fieldText(driver, 'licenceExpiresOn', '2027-02-01')).toBe('01/02/2027')
  expect(fieldText(driver, 'daysOff', [{ from: '2027-02-01', until: '2027-02-03' }])).toBe(
    'Dal 01/02/2027 · Al 03/02/2027',
  )
  expect(fieldLabel(driver, 'daysOff.0.until')).toBe('Al')
  const vehicle = fieldWords(SaveVehicle.input)
  vehicle.labels.set('outOfServiceFrom', 'Dal')
  vehicle.choices.set('kind', new Map([['minivan', 'Minivan']]))
  expect(fieldLabel(vehicle, 'outOfServiceFrom')).toBe('Dal')
  expect(fieldLabel(vehicle, 'outOfServiceUntil')).toBe('Fuori servizio fino al')
  expect(fieldText(vehicle, 'kind', 'minivan')).toBe('Minivan')
  expect(fieldText(vehicle, 'isActive', false)).toBe('no')
  expect(fieldText(vehicle, 'garage', '')).toBe('vuoto')
  const key = fieldWords(SaveApiConfiguration.input)
  expect(fieldText(key, 'apiKey', 'sk-123')).toBe('il nuovo valore che hai scritto')
  expect(fieldText(key, 'apiKey', '••••1234')).toBe('••••1234')
  const list = fieldWords(SavePriceList.input)
  expect(fieldText(list, 'percent', '7.5')).toBe('7,5')
  expect(fieldText(list, 'fields', ['price3to4Pax'])).toBe('Economy 3-4')
  expect(fieldText(fieldWords(SaveLocation.input), 'latitude', 40.5)).toBe('40,5')
})

test('OpenAPI states the label of each field', async () => {
  const { body } = await app.get('/api/openapi.json')
  const { schema } = body.paths['/api/admin/vehicles'].post.requestBody.content['application/json']
  expect(schema.properties).toMatchObject({
    plate: { title: 'Targa' },
    seats: { title: 'Posti per i passeggeri' },
  })
})
