import type { Command } from 'commander'
import type { Send } from '../../src/kernel/download.ts'
import { comparable } from '../../src/kernel/pasted.ts'
import { type SheetCell, sheetOf, tableIn, textOfInert } from '../../src/kernel/sheet.ts'
import { type Headings, isDamaged, repeatedLines, type TableLine } from '../../src/kernel/table.ts'
import {
  CreateLocation,
  ImportLecce,
  ListUnsyncedLocations,
  ReadLocation,
  SaveLocation,
  SyncAllLocations,
  SyncLocation,
} from '../../src/modules/catalog/places/contract.ts'
import { followJob, noWait, type Waiting } from './follow.ts'
import { type Imported, type Item, importAll, isSame } from './importing.ts'
import { placeNamed, placesOf } from './named.ts'
import {
  listed,
  print,
  printOutcome,
  printProgress,
  putSheet,
  quoted,
  readInput,
  UsageError,
} from './output.ts'
import { rehearseJob } from './rehearseJob.ts'
import { allOf, type Session, withSession } from './session.ts'

type Form = Record<string, string | number | null>

/** Headings that files use for the fields of the form. */
const headings = {
  name: ['name', 'nome'],
  locationType: ['type', 'tipo', 'locationType', 'location_type'],
  cap: ['cap'],
  latitude: ['latitude', 'latitudine'],
  longitude: ['longitude', 'longitudine'],
  googlePlaceId: ['googlePlaceId', 'google_place_id'],
  meetingPoint: ['meetingPoint', 'meeting_point'],
  longDescription: ['longDescription', 'long_description'],
  touristInfo: ['touristInfo', 'tourist_info'],
} satisfies Headings<string>

export function addLocationCommands(program: Command): void {
  const locations = program.command('locations').description('places')
  locations
    .command('export')
    .option('--output <file>', 'file to write; default: standard output')
    .description('write the places as CSV, as the import reads them')
    .action(({ output }: { output?: string }) =>
      withSession(async (session) => {
        printProgress(
          'Not exported: names and texts in other languages, photos, and what the generator skips',
        )
        await putSheet((send) => sendPlaces(session, send), output)
      }),
    )
  locations
    .command('import')
    .argument('<file>', 'a CSV with a heading line, or - for standard input')
    .option('--yes', 'write the places')
    .description('import places from a CSV: creates new ones, changes known ones (by name); all or nothing')
    .addHelpText(
      'after',
      `
Columns: name, type (Città, Aeroporto, Porto, Attrazione, Stazione), cap, latitude, longitude, googlePlaceId,
meetingPoint, longDescription, touristInfo. Only name and type are needed, and type only of new places. A column that is not
there leaves what is stored alone; an empty cell empties it. Commas or semicolons part the cells. An unknown or
repeated heading, a line with more or fewer cells than headings, and a name that two lines have, are refused, and
nothing is imported. Names are compared without regard to case, kinds of blanks, dashes and apostrophes.`,
    )
    .action(async (file: string, { yes }: { yes?: boolean }) => {
      const rows = tableIn(await readInput(file), headings)
      await importAll((session) => itemsOf(session, rows), { isKept: yes })
    })
  locations
    .command('sync')
    .argument(
      '[place]',
      'one place, by name, slug or id; default: all that have no id of Google, or without a key none at all',
    )
    .option('--yes', 'apply')
    .option(...noWait)
    .description(
      'update place id, coordinates and CAP from Google, or from the bundled gazetteer without a key',
    )
    .action((place: string | undefined, options: Waiting & { yes?: boolean }) =>
      withSession((session) => (place ? syncOne(session, place, options) : syncAll(session, options))),
    )
  locations
    .command('import-lecce')
    .option('--yes', 'apply')
    .option(...noWait)
    .description('add the comuni of the province of Lecce that are missing')
    .action((options: Waiting & { yes?: boolean }) =>
      withSession(async (session) => {
        if (options.yes) {
          const { jobId } = await session.call(ImportLecce)
          await followJob(session, jobId, options)
          return
        }
        const { result, log } = await rehearseJob(session, ImportLecce)
        printOutcome({ result, log }, false, listed(log.map(({ message }) => quoted(message))))
      }),
    )
}

async function sendPlaces(session: Session, send: Send): Promise<number> {
  const fields = Object.keys(headings) as (keyof typeof headings)[]
  await send(sheetOf([fields.map((field) => headings[field][0])]))
  const places = await placesOf(session)
  for (const { id } of places) {
    const place = await session.call(ReadLocation, { id })
    const cells: SheetCell[] = fields.map((field) =>
      typeof place[field] === 'number' ? String(place[field]).replace('.', ',') : place[field],
    )
    await send(sheetOf([cells]))
  }
  return places.length
}

async function syncAll(session: Session, options: Waiting & { yes?: boolean }): Promise<void> {
  if (options.yes) {
    const { jobId } = await session.call(SyncAllLocations)
    await followJob(session, jobId, options)
    return
  }
  const names = (await allOf(session, ListUnsyncedLocations)).map(({ name }) => name)
  printOutcome({ pending: names }, false, `${names.length} places would be looked up\n${listed(names)}`)
}

async function syncOne(session: Session, text: string, { yes }: { yes?: boolean }): Promise<void> {
  const { id } = await placeNamed(session, text)
  const before = await session.call(ReadLocation, { id })
  if (!yes) {
    printOutcome(before, false, `${before.name} would be looked up`)
    return
  }
  const after = await session.call(SyncLocation, { id })
  print(
    after,
    `${after.name}: place id ${after.googlePlaceId ?? after.gazetteerId}, CAP ${after.cap ?? 'unknown'}`,
  )
}

async function itemsOf(session: Session, rows: TableLine<keyof typeof headings>[]): Promise<Item[]> {
  const places = await placesOf(session)
  const exactly = new Map(places.map(({ id, name }) => [name, id]))
  const roughly = new Map(places.map(({ id, name }) => [comparable(name), id]))
  // An earlier version stored two places whose names differ only in an apostrophe.
  const idOf = (cell = '') => exactly.get(textOfInert(cell)) ?? roughly.get(comparable(textOfInert(cell)))
  const repeated = repeatedLines(rows, ({ cells }) => {
    const id = idOf(cells.name)
    return id === undefined ? comparable(cells.name ?? '') || null : `#${id}`
  })
  const earlierOf = new Map(repeated.map(({ line, earlier }) => [line.number, earlier]))
  return rows.map(({ number, cells }) => ({
    where: `line ${number}, ${cells.name || 'without a name'}`,
    bring: (inner) => {
      const earlier = earlierOf.get(number)
      if (earlier !== undefined) throw new UsageError(`repeats line ${earlier}: keep one of the two`)
      return bring(inner, formOf(cells), idOf(cells.name))
    },
  }))
}

async function bring({ call }: Session, form: Form, id: number | undefined): Promise<Imported> {
  if (!id) {
    refuseDamaged(form)
    await call(CreateLocation, form)
    return { state: 'created' }
  }
  const { hasPage: _, ...before } = await call(ReadLocation, { id })
  // The name found the place. A program may have written another apostrophe into it.
  const asked = { ...before, ...form, name: before.name }
  // A save would change texts that an earlier version stored without folding them.
  if (isSame(before, asked)) return { state: 'unchanged' }
  refuseDamaged(form, before)
  const after = await call(SaveLocation, asked)
  return { state: isSame(before, after) ? 'unchanged' : 'changed' }
}

/** Throws UsageError for a damaged letter in a text that is not stored like this. */
function refuseDamaged(form: Form, before: Partial<Record<string, unknown>> = {}): void {
  for (const [field, value] of Object.entries(form))
    if (typeof value === 'string' && isDamaged(value) && !isSame({ value }, { value: before[field] }))
      throw new UsageError(
        `${field} has a letter that is not readable, because the file was saved with a wrong encoding: save it as CSV UTF-8`,
      )
}

/** Unreadable coordinates stay as text, which the call refuses. */
function formOf(cells: Partial<Record<keyof typeof headings, string>>): Form {
  const number = (text: string) => {
    const value = Number(text.replace(',', '.'))
    return text && Number.isFinite(value) ? value : text
  }
  return Object.fromEntries(
    Object.entries(cells).map(([field, cell]) => {
      // The export also puts the apostrophe before a negative number.
      const text = textOfInert(cell)
      return [field, field === 'latitude' || field === 'longitude' ? number(text) : text]
    }),
  )
}
