import { ListCustomers, ReadLeadCustomer } from '../../../../modules/leads/customers/contract.ts'

/**
 * Queries that a change of a customer makes outdated: all queries whose `http` begins with one of these texts. The
 * `http` of `ListCustomers` is also the beginning of the query of a single customer.
 */
export const customerAnswers = [ListCustomers.http, ReadLeadCustomer.http, 'GET /api/admin/email-messages']

export const customerPath = (id: number) => `/admin/clienti/${id}/`
