/** Whether saving a tool's file runs its tests. Kept with the window's settings. */
import { create } from 'zustand';
import { readStored, writeStored } from '../../state/stored';

interface TestOnSave {
  readonly on: boolean;
  readonly set: (on: boolean) => void;
}

export const useTestOnSave = create<TestOnSave>((set) => ({
  on: readStored('testOnSave', (value) => (typeof value === 'boolean' ? value : undefined), true),
  set: (on) => {
    writeStored('testOnSave', on);
    set({ on });
  },
}));
