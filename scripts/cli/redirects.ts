import type { Command } from 'commander'
import { runDownload } from '../../src/kernel/download.ts'
import { exportRedirects } from '../../src/modules/content/module.ts'
import { ListRedirects } from '../../src/modules/content/redirects/contract.ts'
import { type ImportedRedirect, ImportRedirects } from '../../src/modules/content/redirects/sheet.contract.ts'
import { listed, printOutcome, printProgress, putSheet, readInput } from './output.ts'
import { caller, callOrRehearse, withSession } from './session.ts'

export function addRedirectCommands(program: Command): void {
  const redirects = program.command('redirects').description('old addresses that lead to new ones')
  redirects
    .command('export')
    .option('--output <file>', 'file to write; default: standard output')
    .description('write the redirects as CSV for a spreadsheet')
    .action(({ output }: { output?: string }) =>
      withSession(async (session) => {
        const { totalOff } = await session.call(ListRedirects, {})
        if (totalOff > 0) printProgress(`Not exported: ${totalOff} redirects that the site ignores`)
        await putSheet((send) => runDownload(session.runtime, exportRedirects, {}, caller, send), output)
      }),
    )
  redirects
    .command('import')
    .argument('<file>', 'a CSV as the export writes it, lines of two addresses, or - for standard input')
    .option('--yes', 'write the redirects')
    .description('import redirects: creates new ones, changes known ones; all or nothing')
    .addHelpText(
      'after',
      `
Columns: old address, new address, code (301, or 410 for a removed page without a new address), parted by semicolons,
tabs or commas; a heading line may be left out. An old address without a query applies whatever the query is; with
a query, such as /index.php?page_id=12, only if all its parameters are asked for, in any order.`,
    )
    .action((file: string, { yes = false }: { yes?: boolean }) =>
      withSession(async (session) => {
        const data = (await readInput(file)).toString('base64')
        const outcome = await callOrRehearse(session, ImportRedirects, { data }, yes)
        const { created, changed, unchanged, lines } = outcome
        const shown = lines.filter(({ state }) => state !== 'unchanged').map(lineText)
        const sums = `${created} created, ${changed} changed, ${unchanged} unchanged`
        printOutcome(outcome, yes, [...(shown.length > 0 ? [listed(shown)] : []), sums].join('\n'))
      }),
    )
}

const lineText = ({ line, state, fromPath, toPath }: ImportedRedirect) =>
  `line ${line}, ${fromPath} → ${toPath ?? 'gone (410)'}  ${state}`
