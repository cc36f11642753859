import { workAsProcess } from './process';

await workAsProcess(process.argv[2]);
