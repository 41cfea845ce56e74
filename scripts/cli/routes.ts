import type { Static } from '@sinclair/typebox'
import type { Command } from 'commander'
import {
  CreateBulkRoutes,
  ResumeBulkRoutes,
  UndoBulkRoutes,
} from '../../src/modules/catalog/generator/contract.ts'
import { GenerateCorrelatedRoutes } from '../../src/modules/catalog/routes/contract.ts'
import type { FamilyOutcome } from '../../src/modules/catalog/routes/family.contract.ts'
import { followJob, noWait, type Waiting } from './follow.ts'
import { placeNamed, routeNamed, transferTypeNamed } from './named.ts'
import { listed, listOfNames, printOutcome, quoted, UsageError, wholeNumber } from './output.ts'
import { rehearseJob } from './rehearseJob.ts'
import { callOrRehearse, type Session, withSession } from './session.ts'

interface GenerateOptions extends Waiting {
  hub: string
  exclude?: string[]
  delay?: number
  withCorrelated?: boolean
  transferType?: string
  price?: Record<string, string>
  prices?: string
  inactive?: boolean
  yes?: boolean
}

export function addRouteCommands(program: Command): void {
  const routes = program.command('routes').description('create many routes')
  routes
    .command('generate')
    .option('--hub <place>', 'departure of the routes, by name, slug or id', 'Aeroporto Brindisi')
    .option(
      '--exclude <places>',
      'places to skip, by name or id, with commas; default: the places marked as excluded',
      listOfNames,
    )
    .option('--transfer-type <name>', 'transfer type of each route, by name or id')
    .option('--price <field=euro>', 'price of each route, such as price1to3Pax=110; may be repeated', priceOf)
    .option('--prices <which>', 'defaults, or rule: by the distance of each route (default: defaults)')
    .option('--inactive', 'create them unpublished')
    .option('--with-correlated', 'also complete the related routes of each new route')
    .option('--delay <ms>', 'pause between two routes in ms (default: 500)', wholeNumber)
    .option('--yes', 'apply')
    .option(...noWait)
    .description('create main routes from a hub to every place without one')
    .action((options: GenerateOptions) =>
      withSession(async (session) => {
        const input = await generateInput(session, options)
        if (!options.yes) {
          const plan = await session.call(CreateBulkRoutes, {
            ...input,
            dryRun: true,
          })
          const places = plan.places ?? []
          const pages = plan.pages ? `; ${plan.pages} new pages` : ''
          const line = `${places.length} routes would be created, ${plan.existing ?? 0} places have one already${pages}`
          const names = listed(places.map(({ name }) => name))
          printOutcome(plan, false, [line, familyLine(plan), names].filter(Boolean).join('\n'))
          return
        }
        const { jobId } = await session.call(CreateBulkRoutes, input)
        if (jobId !== undefined) await followJob(session, jobId, options)
      }),
    )
  routes
    .command('resume')
    .argument('<job>', 'id of a cancelled or failed job of `generate`', wholeNumber)
    .option('--yes', 'apply')
    .option(...noWait)
    .description('resume a generation where it ended')
    .action((id: number, { yes = false, ...options }: Waiting & { yes?: boolean }) =>
      withSession(async (session) => {
        const { jobId } = await callOrRehearse(session, ResumeBulkRoutes, { id }, yes)
        if (yes) await followJob(session, jobId, options)
        else printOutcome({ jobId }, false, `Job ${id} would resume where it ended`)
      }),
    )
  routes
    .command('undo')
    .argument('<job>', 'id of an ended job of `generate`', wholeNumber)
    .option('--yes', 'apply')
    .description('delete the routes of a generation, except those on which somebody has worked since')
    .action((id: number, { yes = false }: { yes?: boolean }) =>
      withSession(async ({ call }) => {
        const outcome = await call(UndoBulkRoutes, { id, dryRun: !yes })
        const line = `${outcome.removed} routes ${yes ? 'deleted' : 'would be deleted'}, ${outcome.kept.length} kept`
        const kept = outcome.kept.map(
          ({ departure, destination, because }) => `${departure} → ${destination}: ${because.join(', ')}`,
        )
        printOutcome(outcome, yes, [line, listed(kept)].filter(Boolean).join('\n'))
      }),
    )
  routes
    .command('correlated')
    .argument('<route>', 'a main route, as its id, its slug or "Aeroporto Brindisi > Gallipoli"')
    .option('--yes', 'apply')
    .option(...noWait)
    .description(
      'complete the related routes of a main route: its return, and the routes to and from Stazione Lecce and Aeroporto Bari',
    )
    .action((route: string, options: Waiting & { yes?: boolean }) =>
      withSession(async (session) => {
        const { id } = await routeNamed(session, route)
        if (options.yes) {
          const { jobId } = await session.call(GenerateCorrelatedRoutes, { id })
          await followJob(session, jobId, options)
          return
        }
        const { result, log } = await rehearseJob(session, GenerateCorrelatedRoutes, { id })
        const { created = 0, adopted = 0, restored = 0, left = [] } = (result ?? {}) as Partial<FamilyOutcome>
        const line = `${created} routes would be created, ${adopted} linked, ${restored} restored, ${left.length} left as they are`
        const lines = listed(log.map(({ message }) => quoted(message)))
        printOutcome({ result, log }, false, `${line}\n${lines}`)
      }),
    )
}

function familyLine({ families }: Static<typeof CreateBulkRoutes.output>): string {
  if (!families) return ''
  const { created, adopted, restored, leftTotal } = families
  return `related routes: ${created} would be created, ${adopted} linked, ${restored} restored, ${leftTotal} left as they are`
}

async function generateInput(
  session: Session,
  { hub, exclude, delay, withCorrelated, transferType, price, prices, inactive }: GenerateOptions,
) {
  const defaults = {
    ...price,
    ...(transferType ? { transferTypeId: (await transferTypeNamed(session, transferType)).id } : {}),
    ...(inactive ? { isActive: false } : {}),
  }
  return {
    hub: (await placeNamed(session, hub)).id,
    ...(exclude ? { excludeLocationIds: await idsOf(session, exclude) } : {}),
    ...(delay === undefined ? {} : { delayMs: delay }),
    ...(prices ? { prices } : {}),
    ...(withCorrelated ? { withCorrelated } : {}),
    ...(Object.keys(defaults).length > 0 ? { defaults } : {}),
  }
}

async function idsOf(session: Session, names: string[]): Promise<number[]> {
  const ids: number[] = []
  for (const name of names) ids.push((await placeNamed(session, name)).id)
  return ids
}

function priceOf(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, field, euro] = text.match(/^(price\w+)=(.*)$/) ?? []
  if (!field || euro === undefined)
    throw new UsageError(`"${text}" is not a price: write it as price1to3Pax=110`)
  return { ...before, [field]: euro }
}
