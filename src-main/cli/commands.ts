/** All commands, in the order that help shows them. */
import type { Command } from './command';
import { approveCommand, rejectCommand } from './commands/approve';
import { auditCommand } from './commands/audit';
import { callCommand } from './commands/call';
import { checkCommand } from './commands/check';
import { completionCommand } from './commands/completion';
import { doctorCommand } from './commands/doctor';
import { eventsCommand } from './commands/events';
import { lspCommand } from './commands/lsp';
import { mcpCommand } from './commands/mcp';
import { mcpConfigCommand } from './commands/mcp-config';
import { newCommand } from './commands/new';
import { openCommand } from './commands/open';
import { serveCommand } from './commands/serve';
import { testCommand } from './commands/test';
import { toolsCommand } from './commands/tools';
import { trustCommand } from './commands/trust';
import { versionCommand } from './commands/version';

export const COMMANDS: readonly Command[] = [
  newCommand,
  openCommand,
  serveCommand,
  mcpCommand,
  mcpConfigCommand,
  callCommand,
  toolsCommand,
  eventsCommand,
  testCommand,
  checkCommand,
  lspCommand,
  approveCommand,
  rejectCommand,
  trustCommand,
  auditCommand,
  doctorCommand,
  completionCommand(() => COMMANDS),
  versionCommand,
];
