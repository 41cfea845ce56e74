import type { Static } from '@sinclair/typebox'
import { type Command, InvalidArgumentError } from 'commander'
import { runDownload } from '../../src/kernel/download.ts'
import { nearest } from '../../src/kernel/nearest.ts'
import { priceFields } from '../../src/modules/catalog/book/contract.ts'
import { ReadFares } from '../../src/modules/catalog/fares/contract.ts'
import { exportPrices } from '../../src/modules/catalog/module.ts'
import {
  AdjustPrices,
  type BatchChange,
  CopyBariPrices,
  ImportPrices,
  ListPriceBatches,
  type PriceBatch,
  type PriceChange,
  ReadPriceBatch,
} from '../../src/modules/catalog/prices/contract.ts'
import { UndoBulkAct } from '../../src/modules/operations/bulkActs/contract.ts'
import { placeNamed, routeNamed, transferTypeNamed } from './named.ts'
import {
  AlreadyReported,
  decimal,
  listed,
  listOfNames,
  print,
  printOutcome,
  putSheet,
  quoted,
  readInput,
  UsageError,
  wholeNumber,
} from './output.ts'
import { caller, callOrRehearse, type Session, withSession } from './session.ts'

interface Filter {
  search?: string
  departure?: string
  kind?: string
  active?: boolean
  missing?: string
  routes?: string[]
}

interface Saving {
  yes?: boolean
  reason?: string
}

export function addPriceCommands(program: Command): void {
  const prices = program.command('prices').description('change many prices at once')
  filtered(prices.command('export'))
    .option('--output <file>', 'file to write; default: standard output')
    .description('write the prices as CSV for a spreadsheet')
    .action(({ output, ...filter }: Filter & { output?: string }) =>
      withSession(async (session) => {
        const chosen = await withIds(session, filter)
        await putSheet((send) => runDownload(session.runtime, exportPrices, chosen, caller, send), output)
      }),
    )
  prices
    .command('quote')
    .requiredOption(
      '--from <place>',
      'a name, an id, an address with its town after a comma, coordinates, or a map link',
    )
    .requiredOption('--to <place>', 'the same')
    .option('--on <day>', 'day of travel, such as 2027-07-15; default: today')
    .option('--passengers <n>', 'number of passengers', '1')
    .option('--bags <n>', 'number of bags', '0')
    .option('--return', 'outbound and return')
    .option('--return-on <day>', 'day of the return')
    .description('show the price of a ride')
    .action(({ on, returnOn, return: isReturn, ...asked }: Quoted) =>
      withSession(async (session) => {
        const { call } = session
        const question = {
          ...asked,
          ...(on ? { day: on } : {}),
          ...(isReturn || returnOn ? { return: true } : {}),
          ...(returnOn ? { returnDay: returnOn } : {}),
        }
        const fare = await call(ReadFares, question)
        if (fare.reason === 'unknownPlace') {
          if (!fare.from) await placeNamed(session, asked.from)
          if (!fare.to) await placeNamed(session, asked.to)
        }
        print(fare, fareText(fare, asked))
        if (fare.offers.length === 0) throw new AlreadyReported()
      }),
    )
  saving(prices.command('import'))
    .argument('<file>', 'a CSV as the export writes it, or - for standard input')
    .description('import prices from a CSV; reports errors by line and then saves nothing')
    .action(async (file: string, options: Saving) => {
      const data = (await readInput(file)).toString('base64')
      await save(ImportPrices, async () => ({ data }), options)
    })
  saving(filtered(prices.command('adjust')))
    .option('--fields <fields>', 'which prices, such as price1to3Pax,price4to8Pax; default: all', fieldNames)
    .option('--percent <n>', 'percentage; negative to lower: --percent=-5', decimal)
    .option('--amount <euro>', 'amount in euro; negative to lower: --amount=-2,50')
    .option('--round-to <euro>', 'round new prices to multiples of this')
    .option('--exclude <routes>', 'routes that keep their prices, by name or id, with commas', listOfNames)
    .description('raise or lower prices')
    .action(async ({ fields, percent, amount, roundTo, exclude, yes, reason, ...filter }: Adjusting) =>
      save(
        AdjustPrices,
        async (session) => ({
          filter: await withIds(session, filter),
          fields: fields ?? [...priceFields],
          ...(exclude ? { excludedIds: await routeIds(session, exclude) } : {}),
          ...(percent === undefined ? {} : { percent }),
          ...(amount === undefined ? {} : { amount }),
          ...(roundTo === undefined ? {} : { roundTo }),
        }),
        { yes: yes ?? false, ...(reason ? { reason } : {}) },
      ),
    )
  saving(prices.command('copy-bari'))
    .description('copy private prices of Aeroporto Bari → X to X → Aeroporto Bari')
    .action((options: Saving) => save(CopyBariPrices, async () => ({}), options))
  prices
    .command('history')
    .argument('[batch]', 'id of a save, to list the prices that it changed')
    .option('--limit <n>', 'maximum number', wholeNumber, 20)
    .description('list saves of many prices, newest first, with the id for `undo`')
    .action((batchId: string | undefined, options: { limit: number }) =>
      withSession(async ({ call }) => {
        if (batchId) {
          const batch = await call(ReadPriceBatch, { batchId })
          print(batch, [batchText(batch), ...batch.changes.map(pastText)].join('\n'))
          return
        }
        const { items } = await call(ListPriceBatches, options)
        print(items, items.map(batchText).join('\n') || 'None')
      }),
    )
  prices
    .command('undo')
    .argument('<batch>', 'id of a save, from `prices history`')
    .option('--yes', 'apply')
    .description('undo a save as a whole, unless one of its prices was changed since')
    .action((batchId: string, { yes = false }: { yes?: boolean }) =>
      withSession(async (session) => {
        const { actId, updated } = await session.call(ReadPriceBatch, { batchId })
        if (actId === null) throw new UsageError('this save is undone, or older than 90 days')
        const outcome = await callOrRehearse(session, UndoBulkAct, { id: actId }, yes)
        printOutcome(outcome, yes, `${updated} prices ${yes ? 'restored' : 'would be restored'}`)
      }),
    )
}

interface Quoted {
  from: string
  to: string
  on?: string
  passengers: string
  bags: string
  return?: boolean
  returnOn?: string
}

const noFare = {
  unknownPlace: 'no place is called so',
  notServed: 'not served',
  tooMany: 'more than one vehicle takes',
}

function fareText(fare: Static<typeof ReadFares.output>, asked: Quoted): string {
  const { from, to, day, source, reason, offers, roundTrip } = fare
  const outside = reason === 'notServed' && (!from || !to) ? ', outside the served area' : ''
  const result = reason ? noFare[reason] + outside : source
  const head = `${from?.name ?? asked.from} → ${to?.name ?? asked.to} on ${day}: ${result}`
  const lines = offers.map(({ vehicle, total, validFrom, validUntil }) => {
    const days = validFrom || validUntil ? `  (${validFrom ?? '…'} to ${validUntil ?? '…'})` : ''
    return `  ${vehicle}  ${total} €${days}`
  })
  const both =
    roundTrip?.offers.map(({ vehicle, total }) => `  ${vehicle}  ${total} € outbound and return`) ?? []
  return [head, ...lines, ...both].join('\n')
}

interface Adjustment extends Saving {
  fields?: string[]
  percent?: number
  amount?: string
  roundTo?: string
}

type Adjusting = Filter & Adjustment & { exclude?: string[] }

type SavingCommand = typeof AdjustPrices | typeof CopyBariPrices | typeof ImportPrices

/** Makes a dry run without `yes`. If any price has a warning, saves no price without a `reason`. */
function save(
  message: SavingCommand,
  inputOf: (session: Session) => Promise<object>,
  { yes = false, reason }: Saving,
): Promise<void> {
  return withSession(async (session) => {
    const input = await inputOf(session)
    const { outcome, isDone } = await session.inOneTransaction(async ({ call }) => {
      const plan = await call(message, { ...input, dryRun: true })
      const isKept = yes && (!plan.warnings?.length || Boolean(reason))
      const done = isKept ? await call(message, { ...input, reason, dryRun: false }) : null
      return { isKept, value: { outcome: { ...plan, ...done }, isDone: isKept } }
    })
    const { updated, updatedRoutes = 0, batchId, changes = [], warnings = [] } = outcome
    const saved = `${updated} prices of ${updatedRoutes} routes`
    const undo = batchId ? `; undo with: npm run cli -- prices undo ${batchId}` : ''
    const lines = [isDone ? `${saved} saved${undo}` : `${saved} would change`]
    if (!isDone) lines.push(...(changes.length > 0 ? [listed(changes.map(changeText))] : []))
    if (warnings.length > 0)
      lines.push('These look wrong:', listed(warnings.map(({ message }) => quoted(message))))
    if (yes && !isDone) lines.push('Nothing was saved: correct them, or say why with --reason "…".')
    printOutcome(outcome, isDone, lines.join('\n'), yes)
    if (yes && !isDone) throw new AlreadyReported()
  })
}

function saving(command: Command): Command {
  return command
    .option('--yes', 'save the prices')
    .option('--reason <text>', 'reason, stored with every change; required if a price looks wrong')
}

function filtered(command: Command): Command {
  return command
    .option('--search <text>', 'only routes with this text in the name of a place')
    .option('--departure <place>', 'only routes from this place, by name, slug or id')
    .option('--kind <name>', 'only routes of this transfer type, by name or id')
    .option('--active', 'only published routes')
    .option('--no-active', 'only routes that are not published')
    .option('--missing <field>', 'only routes without this price, or without any expected one: prices')
    .option('--routes <routes>', 'only these routes, by name or id, with commas', listOfNames)
}

async function withIds(session: Session, { departure, kind, routes, ...rest }: Filter) {
  return {
    ...rest,
    ...(departure === undefined ? {} : { departure: (await placeNamed(session, departure)).id }),
    ...(kind === undefined ? {} : { kind: (await transferTypeNamed(session, kind)).id }),
    ...(routes === undefined ? {} : { ids: (await routeIds(session, routes)).join(',') }),
  }
}

const routeIds = (session: Session, names: string[]) =>
  Promise.all(names.map(async (name) => (await routeNamed(session, name)).id))

function fieldNames(text: string): string[] {
  return listOfNames(text).map((name) => {
    if (priceFields.some((one) => one === name)) return name
    const [near] = nearest(name, priceFields)
    const hint = near ? `did you mean ${near}?` : `the prices are ${priceFields.join(', ')}`
    throw new InvalidArgumentError(`no price is named "${name}"; ${hint}`)
  })
}

/** The line starts with the route's id and the price's field: `12.price1to3Pax`. */
function pastText({ id, now, undoneAt, laterBy, ...change }: BatchChange): string {
  const undone = undoneAt ? '  (undone)' : ''
  const later =
    now === change.to || undoneAt ? '' : `  (now ${now ?? 'none'}, changed by ${laterBy ?? 'someone'})`
  return `  ${id}.${change.field}  ${changeText({ id, ...change })}${undone}${later}`
}

function changeText({ departure, destination, field, from, to }: PriceChange): string {
  return `${departure} → ${destination}  ${field}  ${from ?? 'none'} → ${to ?? 'none'}`
}

function batchText({
  batchId,
  reason,
  changedBy,
  changedAt,
  updated,
  undone: count,
  undoneAt,
}: PriceBatch): string {
  const undone = undoneAt ? '  (undone)' : count > 0 ? `  (${count} undone)` : ''
  return `${batchId}  ${changedAt}  ${updated} prices by ${changedBy}  ${reason ?? ''}${undone}`
}
