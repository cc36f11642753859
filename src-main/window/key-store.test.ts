import { expect, test, vi } from 'vitest';
import { systemKeyStore } from './key-store';

vi.mock('electron', () => ({ safeStorage: {} }));

/** What Electron answers on Linux with the given password store. */
function storage(
  backend: ReturnType<typeof Electron.safeStorage.getSelectedStorageBackend>,
  available: boolean,
) {
  return {
    getSelectedStorageBackend: () => backend,
    isEncryptionAvailable: () => available,
    encryptString: (text: string) => Buffer.from(text.toUpperCase()),
    decryptString: (bytes: Buffer) => bytes.toString().toLowerCase(),
  };
}

test('the fixed password that Electron has where there is no keyring is no key store', async () => {
  // As measured on Electron 33 without a keyring.
  expect(await systemKeyStore(storage('basic_text', false), 'linux').problem()).toContain('KWallet');
  // What setUsePlainTextEncryption would make of it.
  expect(await systemKeyStore(storage('basic_text', true), 'linux').problem()).toContain('KWallet');
  expect(await systemKeyStore(storage('unknown', true), 'linux').problem()).toContain('KWallet');
  expect(await systemKeyStore(storage('gnome_libsecret', false), 'linux').problem()).toContain(
    'does not open',
  );
  expect(await systemKeyStore(storage('gnome_libsecret', true), 'linux').problem()).toBeUndefined();
  expect(systemKeyStore(storage('kwallet6', true), 'linux').name).toBe('KWallet');
});

test('the functions that wait are used where Electron has them', async () => {
  const store = systemKeyStore(
    {
      ...storage('unknown', false),
      isAsyncEncryptionAvailable: () => Promise.resolve(true),
      encryptStringAsync: (text) => Promise.resolve(Buffer.from(`<${text}>`)),
      decryptStringAsync: (bytes) =>
        Promise.resolve({ result: bytes.toString().slice(1, -1), shouldReEncrypt: false }),
    },
    'darwin',
  );
  expect(store.name).toBe('the macOS Keychain');
  expect(await store.problem()).toBeUndefined();
  expect(await store.unseal(await store.seal('key'))).toBe('key');
  const older = systemKeyStore(storage('unknown', true), 'win32');
  expect(await older.problem()).toBeUndefined();
  expect(await older.unseal(await older.seal('key'))).toBe('key');
});
