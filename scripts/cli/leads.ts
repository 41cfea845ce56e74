import type { Command } from 'commander'
import { run } from '../../src/kernel/run.ts'
import { exportLeads } from '../../src/modules/leads/module.ts'
import { putSheet, wholeNumber } from './output.ts'
import { caller, withSession } from './session.ts'

interface Filter {
  kind?: string
  search?: string
  status?: string
  assignedTo?: number
  from?: string
  to?: string
}

export function addLeadCommands(program: Command): void {
  program
    .command('leads')
    .description('export requests, bookings and messages')
    .command('export')
    .option('--output <file>', 'file to write, readable only by its owner; default: standard output')
    .option('--kind <kind>', 'availability_request, booking or contact')
    .option('--status <status>', 'nuova, contattata, preventivo, confermata or persa')
    .option('--assigned-to <id>', 'id of an account; 0 for unassigned', wholeNumber)
    .option('--from <day>', 'first day of arrival, such as 2026-05-31')
    .option('--to <day>', 'last day of arrival')
    .option('--search <text>', 'name, number, address, place or code')
    .description(
      'write the leads as CSV for a spreadsheet; personal data: keep the file no longer than needed',
    )
    .action(({ output, ...filter }: Filter & { output?: string }) =>
      withSession(async ({ runtime }) => putSheet(await run(runtime, exportLeads, filter, caller), output)),
    )
}
