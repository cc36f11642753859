/** The process that `KillRounds` kills, where it is bundled by itself. */
import { defineUntilKilled } from './definer';

await defineUntilKilled(process.argv.slice(2));
