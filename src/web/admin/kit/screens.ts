import type { ComponentType } from 'react'
import type { Role } from '../../../kernel/role.ts'

export type LoadScreen = () => Promise<{ default: ComponentType }>

/** Paths are below `panelRoot` (adminPath.ts). `least` defaults to admin. A screen with `isBare` has no menu and needs no session. */
export type Screens = Record<string, LoadScreen | { least: Role; load: LoadScreen; isBare?: true }>
