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
    .description('requests, bookings and messages')
    .command('export')
    .option('--output <file>', 'where to write it, for its owner only; standard output without')
    .option('--kind <kind>', 'availability_request, booking or contact')
    .option('--status <status>', 'nuova, contattata, preventivo, confermata or persa')
    .option('--assigned-to <id>', "an account's id; 0 for nobody's", wholeNumber)
    .option('--from <day>', 'first day of arrival, as 2026-05-31')
    .option('--to <day>', 'last day of arrival')
    .option('--search <text>', 'name, number, address, place or code')
    .description(
      'the leads as CSV for a spreadsheet; they are personal data: keep the file no longer than needed',
    )
    .action(({ output, ...filter }: Filter & { output?: string }) =>
      withSession(async ({ power }) =>
        putSheet((await run(power, exportLeads, filter, caller)) as string, output),
      ),
    )
}
