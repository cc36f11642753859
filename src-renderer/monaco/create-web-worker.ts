/**
 * Takes the place of the editor package's own `internal/common/workers.js` (see electron.vite.config.ts), which is used by its JSON support and
 * would load every feature of the editor behind our back, after the editor's services have started.
 */
import { editor } from 'monaco-editor/editor/editor.api.js';

interface WorkerOptions {
  readonly label?: string;
  /** The worker's first message. */
  readonly createData?: unknown;
  readonly host?: editor.IInternalWebWorkerOptions['host'];
  readonly keepIdleModels?: boolean;
}

/** A worker that models are kept in step with. Which one it is, `MonacoEnvironment` decides by the label. */
export function createWebWorker(options: WorkerOptions): editor.MonacoWebWorker<object> {
  const made = globalThis.MonacoEnvironment?.getWorker?.(
    'workerMain.js',
    options.label ?? 'editorWorkerService',
  );
  if (made === undefined) throw new Error('No worker is set up for the editor');
  const worker = Promise.resolve(made).then((started) => {
    started.postMessage('ignore');
    started.postMessage(options.createData);
    return started;
  });
  return editor.createWebWorker({ worker, host: options.host, keepIdleModels: options.keepIdleModels });
}
