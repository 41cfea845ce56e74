import type { PlaceLink } from '../../../modules/content/pages/contract.ts'
import { useLanguage } from '../../ui/language.ts'

export function PlaceName({ name, path }: PlaceLink) {
  const { path: localPath } = useLanguage()
  return path ? (
    <a
      href={localPath(path)}
      className="inline-block min-h-6 underline decoration-1 underline-offset-4 hover:decoration-2"
    >
      {name}
    </a>
  ) : (
    name
  )
}
