import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { messageName } from '../../src/kernel/message.ts'
import { handlers, internalHandlers } from '../../src/modules/index.ts'
import { inputs } from './inputs.ts'
import { spentOn } from './spent.ts'
import { World } from './world.ts'

const commands = [...handlers, ...internalHandlers].filter((handler) => 'execute' in handler).map(({ message }) => messageName(message))

test('x', async () => {
  expect(Object.keys(inputs).filter((name) => !commands.includes(name as never))).toEqual([])
  expect(commands.filter((name) => !inputs[name])).toEqual([])
  const world = await World.open({ routes: Number(process.env.COST_ROUTES ?? 5000) })
  await using _ = world.app
  const only = process.env.COST_ONLY
  const lines: string[] = []
  for (const name of commands) {
    if (only && !name.includes(only)) continue
    try {
      const at = performance.now()
      const input = await inputs[name]!(world)
      await world.app.settle()
      const prep = performance.now() - at
      const { cpuMs, wallMs } = await spentOn(world.app, () => world.runs(name, input))
      lines.push(`${cpuMs.toFixed(0).padStart(6)} cpu ${wallMs.toFixed(0).padStart(6)} wall ${prep.toFixed(0).padStart(6)} prep ${name}`)
    } catch (e) {
      lines.push(`FAILED ${name} ${String(e).slice(0, 700)}`)
    }
    if (!world.staff || /totp|password|driver\//.test(name)) await world.logIn()
    writeFileSync(`/tmp/slow_cost_${process.env.COST_ROUTES ?? 5000}.txt`, lines.join('\n'))
  }
})
