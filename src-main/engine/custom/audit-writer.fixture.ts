/** A process that appends lines to an audit, as fast as it can. Arguments: the file, a name, how many. */
import { AuditFile } from './audit-file';

const [path = '', name = '', count = '0'] = process.argv.slice(2);
const file = new AuditFile({ path, now: () => new Date(), maxBytes: 20_000, keep: 10_000 });
for (let number = 1; number <= Number(count); number += 1) {
  file.append({ event: 'call', writer: name, number });
  file.flush(number % 10 === 0);
}
