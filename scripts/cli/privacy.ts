import type { Command } from 'commander'
import { typesOf } from '../../src/kernel/jobTask.ts'
import {
  ErasePerson,
  ExportPerson,
  FindPerson,
  type Person,
} from '../../src/modules/operations/privacy/contract.ts'
import { personErased } from '../../src/modules/settings/privacy/erasure.contract.ts'
import { whileWorking } from './follow.ts'
import { print, printOutcome, printProgress, UsageError, writeWhole } from './output.ts'
import { callOrRehearse, type Session, withSession } from './session.ts'

interface Who {
  email?: string
  phone?: string
}

export function addPrivacyCommands(program: Command): void {
  const privacy = program.command('privacy').description('show, export or erase the data of a person')
  privacy
    .command('find')
    .argument('<text>', 'part of a name, number, address or message')
    .description('find persons whose data are stored')
    .action((q: string) =>
      withSession(async ({ call }) => {
        const { people } = await call(FindPerson, { q })
        print(people, people.map(personText).join('\n') || 'Nobody')
      }),
    )
  who(privacy.command('export'))
    .option('--output <file>', 'file to write, readable only by its owner; default: standard output')
    .description('export all data of a person as JSON')
    .action(({ output, ...asked }: Who & { output?: string }) => {
      refuseNobody(asked)
      return withSession(async ({ call }) => {
        const data = await call(ExportPerson, asked)
        const text = JSON.stringify(data, null, 2)
        if (!output) {
          print(data, text)
          return
        }
        await writeWhole(output, `${text}\n`)
        print({ file: output }, `Written to ${output}`)
      })
    })
  who(privacy.command('erase'))
    .option('--yes', 'apply; it cannot be undone')
    .description("erase a person's leads, mails and subscription")
    .action(({ yes = false, ...asked }: Who & { yes?: boolean }) => {
      refuseNobody(asked)
      return withSession(async (session) => {
        const counts = await callOrRehearse(session, ErasePerson, asked, yes)
        const line = `${counts.leads} leads, ${counts.mails} mails, ${counts.newsletter} subscriptions`
        if (yes) await untilForgotten(session)
        const kept = counts.keptSheets
          ? `; ${counts.keptSheets} service sheets stay until the law's term of fifteen days ends`
          : ''
        printOutcome(counts, yes, `${line} ${yes ? 'erased' : 'would be erased'}${kept}`)
      })
    })
}

/** The erasure is complete when reactions have deleted mails and subscriptions. Does not wait for a failed reaction. */
async function untilForgotten(session: Session): Promise<void> {
  const { read } = session.runtime.db
  await whileWorking(
    session,
    async () => {
      const [{ waiting, failing }] = await read<[{ waiting: number; failing: number }]>`
        select count(*) as waiting, count(*) filter (where last_error is not null) as failing
        from outbox left join effects on outbox_id = outbox.id
        where type = any(${typesOf(personErased)}) and (dispatched_at is null or state <> 'done')`
      if (failing > 0)
        printProgress(`${failing} effects failed and will be retried: see outbox list --failed`)
      return waiting === failing
    },
    'stopped waiting; mails and the subscription go as soon as a worker runs',
  )
}

function who(command: Command): Command {
  return command
    .option('--email <address>', "the person's e-mail address")
    .option('--phone <number>', "the person's phone number, in any notation")
}

function refuseNobody({ email, phone }: Who): void {
  if (!email && !phone) throw new UsageError('name the person: --email, --phone or both')
}

function personText({ names, email, phone, leads, isSubscribed, lastSeenAt }: Person): string {
  const of = [names.join(', '), email, phone].filter(Boolean).join('  ')
  return `${of}  ${leads} leads${isSubscribed ? ', newsletter' : ''}, last ${lastSeenAt}`
}
