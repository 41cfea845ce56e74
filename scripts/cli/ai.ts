import type { Command } from 'commander'
import { GenerateRouteText, GenerateText } from '../../src/modules/integrations/ai/contract.ts'
import { ListPrompts, type Prompt } from '../../src/modules/integrations/prompts/contract.ts'
import { followJob, noWait, type Waiting } from './follow.ts'
import { pick, placeNamed } from './named.ts'
import { print, printOutcome, UsageError } from './output.ts'
import { allOf, type Session, withSession } from './session.ts'

interface Asked extends Waiting {
  place?: string
  from?: string
  to?: string
  prompt?: string
  field?: string
  yes?: boolean
}

export function addTextCommands(program: Command): void {
  const ai = program.command('ai').description('generate texts by AI as proposals; nothing is published')
  ai.command('prompts')
    .description('list the prompts with the ids for `generate`')
    .action(() =>
      withSession(async (session) => {
        const prompts = await allOf(session, ListPrompts)
        print(prompts, prompts.map(promptText).join('\n') || 'None')
      }),
    )
  ai.command('generate')
    .option('--place <place>', 'place that the text is about, by name, slug or id')
    .option('--from <place>', 'departure of the route that the text is about')
    .option('--to <place>', 'destination of the route that the text is about')
    .option('--prompt <prompt>', 'name or id from `ai prompts`; default for a place: the first active one')
    .option('--field <type>', 'description, tourist or general, for a place without --prompt')
    .option('--yes', 'call the provider, which costs money; without it only the prompt is shown')
    .option(...noWait)
    .description('generate a text with the provider of a prompt')
    .action((asked: Asked) => {
      refuseUnclear(asked)
      return withSession(async (session) => {
        const { message, input } = await callOf(session, asked)
        if (asked.yes) {
          const { jobId } = await session.call(message, input)
          await followJob(session, jobId, asked, textOf)
          return
        }
        const plan = await session.inOneTransaction(async (inner) => {
          const { jobId } = await inner.call(message, input)
          const [job] = await inner.runtime.db.read<[{ input: { provider: string; prompt: string } }?]>`
            select input from jobs where id = ${jobId}`
          return { isKept: false, value: { provider: job?.input.provider, prompt: job?.input.prompt } }
        })
        printOutcome(plan, false, `${plan.provider} would be called with:\n${plan.prompt}`)
      })
    })
}

function refuseUnclear({ place, from, to, prompt }: Asked): void {
  const isPlace = place && !from && !to
  const isRoute = from && to && !place
  if (!isPlace && !isRoute) throw new UsageError('name the subject of the text: --place, or --from and --to')
  if (isRoute && prompt === undefined)
    throw new UsageError('a text about a route requires --prompt: see `ai prompts`')
}

async function callOf(
  session: Session,
  { place, from = '', to = '', prompt, field }: Asked,
): Promise<{ message: typeof GenerateText | typeof GenerateRouteText; input: object }> {
  const promptId =
    prompt === undefined ? {} : { promptId: pick('prompt', prompt, await allOf(session, ListPrompts)).id }
  const nameOf = async (text: string) => (await placeNamed(session, text)).name
  if (place)
    return {
      message: GenerateText,
      input: { locationName: await nameOf(place), ...promptId, ...(field ? { fieldType: field } : {}) },
    }
  return {
    message: GenerateRouteText,
    input: {
      departureLocation: await nameOf(from),
      destinationLocation: await nameOf(to),
      ...promptId,
    },
  }
}

/** Returns '' for a result without text, because the type of a result differs between the kinds of jobs. */
function textOf(result: unknown): string {
  return result && typeof result === 'object' && 'text' in result ? String(result.text) : ''
}

function promptText({ id, name, provider, fieldType, isActive }: Prompt): string {
  return `${id}  ${fieldType.padEnd(11)} ${provider.padEnd(9)} ${name}${isActive ? '' : '  (not active)'}`
}
