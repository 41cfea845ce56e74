import type { ReactNode } from 'react'
import { useLanguage } from '../../ui/language.ts'

export function SentCode({ code, className = '' }: { code: string; className?: string }) {
  const { rich } = useLanguage()
  if (code === '') return null
  const strong = (parts: ReactNode[]) => <strong className="figures font-semibold">{parts}</strong>
  return <p className={className}>{rich('request.code', { code, strong })}</p>
}
