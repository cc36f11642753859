/** `skywalker version`. */
import type { Command, Invocation } from '../command';
import { EXIT } from '../exit-codes';
import { VERSION } from '../version';

export const versionCommand: Command = {
  name: 'version',
  summary: 'Prints the version.',
  usage: [''],
  options: {},
  run(call: Invocation): Promise<number> {
    call.arguments(0, 0, 'Nothing');
    call.io.out(`skywalker ${VERSION}`);
    return Promise.resolve(EXIT.ok);
  },
};
