// Setup of all tests that read the exported sites: refuses exports that are older than their sources.
import { requireFreshExports } from '#scripts/export-freshness';

export default function setup(): void {
  requireFreshExports(process.cwd());
}
