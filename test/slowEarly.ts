import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files whose tests are slower than their size tells. */
const slow =
  /\/(messages|start|servers|faults|pointInTime|bulkRoutesCrash|changedPages|unshownErrors|nineWays|priceUndo|days|driving|faces|fuzz|journey|storedText)\.test\.ts$/
/** Only every third of the first files is slow, because slow files that kill processes disturb each other. */
const distance = 3

/** Starts slow files early. Without cached durations Vitest starts large files first, and small slow files last. */
export class SlowEarly extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const ordered = sorted.filter(({ moduleId }) => !slow.test(moduleId))
    sorted
      .filter(({ moduleId }) => slow.test(moduleId))
      .forEach((file, index) => void ordered.splice(index * distance, 0, file))
    return ordered
  }
}
