import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { run } from '../../src/kernel/run.ts'
import { reasonOf } from '../../src/platform/log.ts'
import { print, terminal, UsageError } from './output.ts'
import { caller, handlerNamed, withSession } from './session.ts'

export function addRunCommand(program: Command): void {
  program
    .command('run')
    .argument('<call>', 'a call of /api/openapi.json, such as "GET /api/routes/popular"')
    .argument('[input]', 'its input as JSON, or - to read it from standard input', '{}')
    .description('run any call with the rights of a super admin and print the response as JSON')
    .addHelpText(
      'after',
      `
Parameters of path, query and body stand together in the input:
  npm run cli -- run "POST /api/admin/outbox/:id/replay" '{"id": 7}'`,
    )
    .action(async (http: string, input: string) => {
      const handler = handlerNamed(http)
      const value = parsed(input === '-' ? await text(terminal.stdin) : input)
      await withSession(async ({ runtime }) => {
        const answer = await run(runtime, handler, value, caller)
        print(answer ?? null, JSON.stringify(answer ?? null, null, 2))
      })
    })
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new UsageError(`the input is not JSON: ${reasonOf(error)}`)
  }
}
