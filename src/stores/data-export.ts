// The member's data export: how far it is, and the request for a new one.
import { exportPath, settings, type ExportRequest } from '#contract/settings';
import { client } from '#lib/api';
import { createResource } from './resource.ts';
import { createSubmit, type Submit } from './submit.ts';

const api = client({ readExport: settings.readExport, requestExport: settings.requestExport });

/** Where the browser downloads the archive from. */
export const EXPORT_FILE = exportPath;

export const $dataExport = createResource({ load: () => api.readExport() });

export const createExportRequest = (): Submit<ExportRequest> =>
  createSubmit(async (request) => {
    await api.requestExport(request);
    await $dataExport.reload();
  });
