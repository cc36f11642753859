import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTools } from '../../state/tools-store';
import { Button } from '../../ui/button';
import { Menu } from '../../ui/menu';
import { visibleText } from '../../ui/visible-text';
import { restoreTool } from './decisions';

/** Tools that were removed since the project was opened, each of which can come back. Nothing where there is none. */
export function RemovedMenu(): ReactNode {
  const removed = useTools((state) => state.removed);
  if (removed.length === 0) return null;
  return (
    <Menu
      align="end"
      entries={removed.map(({ name, by }) => ({
        label: `Bring Back ${visibleText(name)}`,
        note: `Removed by ${visibleText(by)}`,
        icon: Undo2,
        run: () => void restoreTool(name),
      }))}
    >
      <Button size="small" variant="ghost">
        Removed {removed.length}
      </Button>
    </Menu>
  );
}
