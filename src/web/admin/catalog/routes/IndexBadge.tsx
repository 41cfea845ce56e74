import type { StaffRoute } from '../../../../modules/catalog/routes/contract.ts'
import { Badge } from '../../kit/Badge.tsx'

export function IndexBadge({ isIndexed, isActive }: Pick<StaffRoute, 'isIndexed' | 'isActive'>) {
  if (!isActive) return <Badge tone="quiet">Non sul sito</Badge>
  return isIndexed ? <Badge tone="ok">Nell’indice</Badge> : <Badge tone="warn">Fuori dall’indice</Badge>
}
