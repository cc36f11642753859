/** Other processes of this computer. */
import { isSystemError } from './system-error';

/** Whether a process of this id runs. It may be another by now that has the same id. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is another user's.
    return isSystemError(error, 'EPERM');
  }
}
