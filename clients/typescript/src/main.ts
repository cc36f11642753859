/** A client of the Skywalker engine: what the package gives. */
export { Engine, type EngineOptions } from './engine';
export type { ListedTool } from './listing';
export { EngineConnectionError, ToolError } from './errors';
export { EventStream, type EngineEvent, type EventOptions } from './events';
export { ToolHost, type HostedStatus, type HostOptions } from './host';
export { ToolResult } from './result';
export { AgentSession } from './session';
export {
  tool,
  type Capabilities,
  type HostedTool,
  type Limits,
  type ToolContext,
  type ToolOptions,
  type ToolOutput,
} from './tool';
export type { CallOptions, ConnectionLimits } from './connection';
export { visible } from './visible';
export type { ToolCall, Tools } from './tool-calls';
