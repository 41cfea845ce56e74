import { expect, test } from 'vitest'
import { shapeOf } from '../../scripts/payloadShape.ts'
import firstRelease from '../../src/kernel/firstRelease.json' with { type: 'json' }
import { typesOf } from '../../src/kernel/jobTask.ts'
import { reactions } from '../../src/modules/index.ts'
import released from './events.json' with { type: 'json' }

interface ReleasedEvent {
  version: number
  payload: string
  effects: string[]
}

/** Returns what this release makes of a version of an event, in the form of `events.json`; null if it cannot read it. */
function readNow(type: string, version: number): ReleasedEvent | null {
  const own = reactions.filter(({ to }) => typesOf(to).includes(type))
  const [event] = own.map(({ to }) => to)
  const isPresent = version === (event?.version ?? 1)
  const payload = isPresent ? event?.payload : event?.earlier?.[version]?.payload
  return payload ? { version, payload: shapeOf(payload), effects: own.map(({ name }) => name).sort() } : null
}

// A new payload or effect of an event needs a new version: see "A new version of an event" in CONTRIBUTING.md.
test.for(Object.entries(released))(
  'this release reads every event of release %s, and gives its version the same payload and effects',
  ([, events]) => {
    for (const [type, event] of Object.entries<ReleasedEvent>(events)) {
      const now = readNow(type, event.version)
      // A later version of the event may have other effects, which then replace those of the earlier one.
      const isPresent = reactions.some(
        ({ to }) => typesOf(to).includes(type) && (to.version ?? 1) === event.version,
      )
      expect([type, now]).toEqual([type, isPresent ? event : { ...event, effects: now?.effects }])
    }
  },
)

test('the worker’s list of what 1.0.0 knows is what 1.0.0 knew', () => {
  const effects = Object.entries(released['1.0.0']).map(([type, event]) => [type, event.effects])
  expect(firstRelease.effects).toEqual(Object.fromEntries(effects))
})
