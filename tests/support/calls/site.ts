// The calls of `site`: a valid request of each, and the status of its answer.
import type { CallCases } from './call-case.ts';

export const siteCases: CallCases<'site'> = {
  settings: { request: () => ({}), status: 200 },
  interests: { request: () => ({}), status: 200 },
  regions: { request: () => ({}), status: 200 },
  cities: { request: () => ({ query: 'country=NL&region=NL-UT' }), status: 200 },
  geocode: { request: () => ({ query: 'lat=52.09&lon=5.12' }), status: 200 },
  companyInfo: { request: () => ({}), status: 200 },
  cspReport: { request: () => ({ json: {} }), status: 204 },
};
