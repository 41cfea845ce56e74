import type { ReactNode } from 'react'
import { useLanguage } from '../../ui/language.ts'
import { useCompany } from '../parts/company.ts'

/** Asks the visitor to call, because the ride begins before a written answer may arrive. */
export function CallSoon({ className = '' }: { className?: string }) {
  const { rich } = useLanguage()
  const { phone, tel } = useCompany()
  const link = (parts: ReactNode[]) => (
    <a href={tel} className="whitespace-nowrap font-semibold text-sea-deep underline">
      {parts}
    </a>
  )
  return (
    <p className={`rounded-field border border-sun bg-sun-pale px-3.5 py-2.5 font-medium ${className}`}>
      {rich('request.soon', { phone, link })}
    </p>
  )
}
