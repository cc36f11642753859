/** The operating system's key store, through Electron. Only after the application is ready. */
import { safeStorage } from 'electron';
import type { KeyStore } from '../engine/custom/key-vault';

const LINUX_STORES: Readonly<Record<string, string>> = {
  gnome_libsecret: 'the Secret Service (GNOME Keyring)',
  kwallet: 'KWallet',
  kwallet5: 'KWallet',
  kwallet6: 'KWallet',
};

/** Newer Electrons have functions that wait, and call the others outdated; older ones have only the others. */
type Storage = Pick<typeof safeStorage, 'decryptString' | 'encryptString' | 'isEncryptionAvailable'> &
  Partial<
    Pick<
      typeof safeStorage,
      'decryptStringAsync' | 'encryptStringAsync' | 'isAsyncEncryptionAvailable' | 'getSelectedStorageBackend'
    >
  >;

export function systemKeyStore(
  storage: Storage = safeStorage,
  platform: NodeJS.Platform = process.platform,
): KeyStore {
  const backend = (): string => (platform === 'linux' ? (storage.getSelectedStorageBackend?.() ?? '') : '');
  return {
    get name() {
      if (platform === 'darwin') return 'the macOS Keychain';
      if (platform === 'win32') return 'Windows data protection';
      return LINUX_STORES[backend()] ?? 'the key store';
    },
    async problem() {
      // There Electron would only scramble with a password that everybody knows.
      if (platform === 'linux' && LINUX_STORES[backend()] === undefined)
        return 'neither the Secret Service (GNOME Keyring) nor KWallet is running here';
      const available = await (storage.isAsyncEncryptionAvailable?.() ?? storage.isEncryptionAvailable());
      return available ? undefined : "the operating system's key store does not open";
    },
    seal: async (text) => await (storage.encryptStringAsync?.(text) ?? storage.encryptString(text)),
    unseal: async (bytes) => {
      const sealed = Buffer.from(bytes);
      if (storage.decryptStringAsync === undefined) return storage.decryptString(sealed);
      return (await storage.decryptStringAsync(sealed)).result;
    },
  };
}
