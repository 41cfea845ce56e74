import type { Static } from '@sinclair/typebox'
import type { Command } from 'commander'
import { run } from '../../src/kernel/run.ts'
import { ReadFares } from '../../src/modules/catalog/fares/contract.ts'
import { exportPrices } from '../../src/modules/catalog/module.ts'
import {
  AdjustPrices,
  CopyBariPrices,
  ImportPrices,
  ListPriceBatches,
  type PriceBatch,
  type PriceChange,
  UndoPriceBatch,
} from '../../src/modules/catalog/prices/contract.ts'
import {
  AlreadyReported,
  decimal,
  listed,
  print,
  printOutcome,
  putSheet,
  readInput,
  wholeNumber,
} from './output.ts'
import { caller, callOrRehearse, withSession } from './session.ts'

interface Filter {
  search?: string
  departure?: number
  kind?: number
  active?: boolean
  missing?: string
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
      withSession(async ({ runtime }) => putSheet(await run(runtime, exportPrices, filter, caller), output)),
    )
  prices
    .command('quote')
    .requiredOption('--from <place>', 'a name, an id, or an address with its town after a comma')
    .requiredOption('--to <place>', 'the same')
    .option('--on <day>', 'day of travel, such as 2027-07-15; default: today')
    .option('--passengers <n>', 'number of passengers', '1')
    .option('--bags <n>', 'number of bags', '0')
    .option('--return', 'outbound and return')
    .option('--return-on <day>', 'day of the return')
    .description('show the price of a ride')
    .action(({ on, returnOn, return: isReturn, ...asked }: Quoted) =>
      withSession(async ({ call }) => {
        const question = {
          ...asked,
          ...(on ? { day: on } : {}),
          ...(isReturn || returnOn ? { return: true } : {}),
          ...(returnOn ? { returnDay: returnOn } : {}),
        }
        const fare = await call(ReadFares, question)
        print(fare, fareText(fare))
        if (fare.offers.length === 0) throw new AlreadyReported()
      }),
    )
  saving(prices.command('import'))
    .argument('<file>', 'a CSV as the export writes it, or - for standard input')
    .description('import prices from a CSV; reports errors by line and then saves nothing')
    .action(async (file: string, options: Saving) => {
      const data = (await readInput(file)).toString('base64')
      await save(ImportPrices, { data }, options)
    })
  saving(filtered(prices.command('adjust')))
    .requiredOption('--fields <fields>', 'which prices, such as price1to3Pax,price4to8Pax', fieldNames)
    .option('--percent <n>', 'percentage; negative to lower: --percent=-5', decimal)
    .option('--amount <euro>', 'amount in euro; negative to lower: --amount=-2,50')
    .option('--round-to <euro>', 'round new prices to multiples of this')
    .description('raise or lower prices')
    .action(async ({ fields, percent, amount, roundTo, yes, reason, ...filter }: Filter & Adjustment) =>
      save(
        AdjustPrices,
        {
          filter,
          fields,
          ...(percent === undefined ? {} : { percent }),
          ...(amount === undefined ? {} : { amount }),
          ...(roundTo === undefined ? {} : { roundTo }),
        },
        { yes: yes ?? false, ...(reason ? { reason } : {}) },
      ),
    )
  saving(prices.command('copy-bari'))
    .description('copy private prices of Aeroporto Bari → X to X → Aeroporto Bari')
    .action((options: Saving) => save(CopyBariPrices, {}, options))
  prices
    .command('history')
    .option('--limit <n>', 'maximum number', wholeNumber, 20)
    .description('list saves of many prices, newest first, with the id for `undo`')
    .action((options: { limit: number }) =>
      withSession(async ({ call }) => {
        const { items } = await call(ListPriceBatches, options)
        print(items, items.map(batchText).join('\n') || 'None')
      }),
    )
  prices
    .command('undo')
    .argument('<batch>', 'id of a save, from `prices history`')
    .option('--yes', 'apply')
    .description('undo a save, unless one of its prices was changed since')
    .action((batchId: string, { yes = false }: { yes?: boolean }) =>
      withSession(async (session) => {
        const outcome = await callOrRehearse(session, UndoPriceBatch, { batchId }, yes)
        printOutcome(outcome, yes, `${outcome.updated} prices ${yes ? 'restored' : 'would be restored'}`)
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

function fareText({
  from,
  to,
  day,
  source,
  reason,
  offers,
  roundTrip,
}: Static<typeof ReadFares.output>): string {
  const head = `${from?.name ?? '?'} → ${to?.name ?? '?'} on ${day}: ${reason ? noFare[reason] : source}`
  const lines = offers.map(({ vehicle, total, validFrom, validUntil }) => {
    const days = validFrom || validUntil ? `  (${validFrom ?? '…'} to ${validUntil ?? '…'})` : ''
    return `  ${vehicle}  ${total} €${days}`
  })
  const both =
    roundTrip?.offers.map(({ vehicle, total }) => `  ${vehicle}  ${total} € outbound and return`) ?? []
  return [head, ...lines, ...both].join('\n')
}

interface Adjustment extends Saving {
  fields: string[]
  percent?: number
  amount?: string
  roundTo?: string
}

type SavingCommand = typeof AdjustPrices | typeof CopyBariPrices | typeof ImportPrices

/** Makes a dry run first. Prices with warnings are saved only with a reason. */
function save(message: SavingCommand, input: object, { yes = false, reason }: Saving): Promise<void> {
  return withSession(async (session) => {
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
    if (warnings.length > 0) lines.push('These look wrong:', listed(warnings.map(({ message }) => message)))
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
    .option('--departure <id>', 'only routes from this place', wholeNumber)
    .option('--kind <id>', 'only routes of this transfer type', wholeNumber)
    .option('--active', 'only published routes')
    .option('--no-active', 'only routes that are not published')
    .option('--missing <field>', 'only routes without this price, or without any expected one: prices')
}

const fieldNames = (text: string) => text.split(',').map((one) => one.trim())

function changeText({ departure, destination, field, from, to }: PriceChange): string {
  return `${departure} → ${destination}  ${field}  ${from ?? 'none'} → ${to ?? 'none'}`
}

function batchText({ batchId, reason, changedBy, changedAt, updated, undoneAt }: PriceBatch): string {
  const undone = undoneAt ? '  (undone)' : ''
  return `${batchId}  ${changedAt}  ${updated} prices by ${changedBy}  ${reason ?? ''}${undone}`
}
