// Keys that all processes share, by what they are for.
import { plain } from '../personal.ts';
import { table } from '../table.ts';

export interface ServerSecretTable {
  name: string;
  secret: Uint8Array;
}

export const serverSecret = table<ServerSecretTable>()({
  retention: { keep: 'forever', because: 'Keys of the server, which concern no person.' },
  owners: [],
  granted: ['SELECT'],
  columns: plain('name', 'secret'),
});
