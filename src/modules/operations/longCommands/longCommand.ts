import { commandPutOff, longCommandNames, runPutOff } from '../../../kernel/longCommand.ts'
import { on } from '../../../kernel/message.ts'

export const runCommand = on(
  'operations:runCommand',
  commandPutOff,
  ({ jobId }, tools) => runPutOff(jobId, tools),
  { parts: longCommandNames },
)
