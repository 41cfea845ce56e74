import type { Command } from 'commander'
import { runDownload } from '../../src/kernel/download.ts'
import { ListLeads, ListOwners } from '../../src/modules/leads/inbox/contract.ts'
import { exportLeads } from '../../src/modules/leads/module.ts'
import { pick } from './named.ts'
import { listOfNames, putSheet, UsageError } from './output.ts'
import { caller, type Session, withSession } from './session.ts'

interface Filter {
  kind?: string
  search?: string
  status?: string
  assignedTo?: string
  from?: string
  to?: string
}

interface Exporting extends Filter {
  codes?: string[]
  output?: string
}

export function addLeadCommands(program: Command): void {
  program
    .command('leads')
    .description('export requests, bookings and messages')
    .command('export')
    .option('--output <file>', 'file to write, readable only by its owner; default: standard output')
    .option('--kind <kind>', 'availability_request, booking or contact')
    .option('--status <status>', 'nuova, contattata, preventivo, confermata or persa')
    .option('--assigned-to <account>', 'username or id of an account; none for unassigned leads')
    .option('--from <day>', 'first day of arrival, such as 2026-05-31')
    .option('--to <day>', 'last day of arrival')
    .option('--search <text>', 'name, number, address, place or code')
    .option('--codes <codes>', 'only the leads with these codes, with commas', listOfNames)
    .description(
      'write the leads as CSV for a spreadsheet; personal data: keep the file no longer than needed',
    )
    .action(({ output, assignedTo, codes, ...filter }: Exporting) =>
      withSession(async (session) => {
        const owner = assignedTo === undefined ? {} : { assignedTo: await ownerOf(session, assignedTo) }
        const chosen = codes === undefined ? {} : { keys: (await keysOf(session, codes)).join(',') }
        const asked = { ...filter, ...owner, ...chosen }
        await putSheet((send) => runDownload(session.runtime, exportLeads, asked, caller, send), output)
      }),
    )
}

function keysOf({ call }: Session, codes: string[]): Promise<string[]> {
  return Promise.all(
    codes.map(async (code) => {
      const { items } = await call(ListLeads, { search: code })
      const lead = items.find((one) => one.code === code.toUpperCase())
      if (!lead) throw new UsageError(`no lead has the code "${code}"`)
      return `${lead.kind}-${lead.id}`
    }),
  )
}

/** Returns the id of the account that the text names; 0 for `0` and `none`, which mean no owner. */
async function ownerOf({ call }: Session, text: string): Promise<number> {
  if (text === '0' || text === 'none') return 0
  const { items } = await call(ListOwners)
  const accounts = items.map(({ id, username }) => ({ id, name: username }))
  return pick('account', text, accounts).id
}
