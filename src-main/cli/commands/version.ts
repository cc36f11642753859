/** `skywalker version`. */
import type { Command, Invocation } from '../command';
import { JSON_OPTION } from '../common-options';
import { EXIT } from '../exit-codes';
import { VERSION } from '../version';

export const versionCommand: Command = {
  name: 'version',
  summary: 'Prints the version.',
  usage: [''],
  options: { ...JSON_OPTION },
  run(call: Invocation): Promise<number> {
    call.arguments(0, 0, 'Nothing');
    if (call.flag('json')) call.io.out(JSON.stringify({ version: VERSION, node: process.version }));
    else call.io.out(`skywalker ${VERSION}`);
    return Promise.resolve(EXIT.ok);
  },
};
