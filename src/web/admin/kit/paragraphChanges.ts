import { type Change, diffArrays, diffWordsWithSpace } from 'diff'

/** Paragraphs that both texts share (`isSame`), or removed paragraphs and those that replace them. */
export interface Part {
  isSame: boolean
  before: string[]
  after: string[]
}

export function paragraphChanges(text: string, draft: string): Part[] {
  const parts: Part[] = []
  for (const { added, removed, value } of diffArrays(paragraphs(text), paragraphs(draft))) {
    const last = parts.at(-1)
    if (!added && !removed) parts.push({ isSame: true, before: value, after: value })
    else if (last && !last.isSame) {
      last.before.push(...(removed ? value : []))
      last.after.push(...(added ? value : []))
    } else parts.push({ isSame: false, before: removed ? [...value] : [], after: added ? [...value] : [] })
  }
  return parts.flatMap((part) => (part.isSame ? [part] : pairs(part)))
}

/** Pairs each removed paragraph with an added one, so that staff can accept each pair separately. */
function pairs({ before, after }: Part): Part[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => ({
    isSame: false,
    before: before.slice(index, index + 1),
    after: after.slice(index, index + 1),
  }))
}

export function withChange(parts: Part[], index: number): string {
  return parts.flatMap(({ before, after }, at) => (at === index ? after : before)).join('\n\n')
}

/** Compares two texts by words. Texts that share less than half count as completely replaced. */
export function wordChanges(before: string, after: string): Pick<Change, 'added' | 'removed' | 'value'>[] {
  const changes = diffWordsWithSpace(before, after)
  const kept = changes.reduce(
    (sum, { added, removed, value }) => (added || removed ? sum : sum + value.length),
    0,
  )
  if (kept * 2 >= Math.max(before.length, after.length)) return changes
  return [
    { added: false, removed: true, value: before && after ? `${before}\n` : before },
    { added: true, removed: false, value: after },
  ]
}

function paragraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((one) => one.trim())
    .filter(Boolean)
}
