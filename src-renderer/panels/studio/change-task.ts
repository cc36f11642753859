import { changeStudio } from '../../state/studio-store';
import { showError } from '../../state/toasts';

/** Changes fields of a task for the person at the window, who is told where it is refused. Says whether it was taken. */
export async function changeTask(task: string, change: Readonly<Record<string, string>>): Promise<boolean> {
  const result = await changeStudio('board', 'studio_task_update', { task, ...change });
  if (!result.ok) showError(result.error, `${task} was not changed`);
  return result.ok;
}
