// Addresses that lead a server to itself or into its own network, in every spelling that a push endpoint could have.

const HOSTS = [
  ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '0.0.0.0', '0', '2130706433', '017700000001', '0x7f000001'],
  ...['0x7f.1', '0177.0.0.1', '127.0.0.1.', '169.254.169.254', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376'],
  ...['169.254.170.2', '100.100.100.200', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.0.0.192'],
  ...['100.64.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '[::1]', '[::]', '[::ffff:127.0.0.1]'],
  ...['[::ffff:7f00:1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[fe80::1]', '[fc00::1]'],
  ...['[fd00:ec2::254]', '[ff02::1]', 'localhost', 'LOCALHOST', 'localhost.', 'sub.localhost', 'ip6-localhost'],
  ...['metadata.google.internal', 'instance-data', 'kubernetes.default.svc', 'host.docker.internal', 'db', 'postgres'],
  ...['127.0.0.1.nip.io', 'localtest.me', 'rebind.example', '①②⑦.⓪.⓪.①', '127。0。0。1', 'evil.example'],
];

/** Names that only look like those of the push services. */
const LOOKALIKES = [
  ...['fcm.googleapis.com.evil.example', 'evil-fcm.googleapis.com', 'xfcm.googleapis.com', 'fcm.googleapis.com.'],
  ...['googleapis.com', 'push.apple.com', 'evilpush.apple.com', 'push.apple.com.evil.example', 'notify.windows.com'],
  ...[
    'xnotify.windows.com',
    'a.notify.windows.com.evil.example',
    'services.mozilla.com',
    'fcm.googleapis.com@127.0.0.1',
  ],
  ...[
    '127.0.0.1#.push.apple.com',
    '127.0.0.1?.push.apple.com',
    '127.0.0.1/.push.apple.com',
    '127.0.0.1\\.push.apple.com',
  ],
];

/** Addresses of a service with something that no browser writes. */
const ODD = [
  ...['http://fcm.googleapis.com/a', 'https://fcm.googleapis.com:444/a', 'https://fcm.googleapis.com:80/a'],
  ...['https://user@fcm.googleapis.com/a', 'https://user:word@web.push.apple.com/a', 'ftp://fcm.googleapis.com/a'],
  ...['file:///etc/passwd', 'file://fcm.googleapis.com/etc/passwd', 'gopher://127.0.0.1:11211/_stats', 'data:,x'],
  ...[
    'javascript:alert(1)',
    'blob:https://fcm.googleapis.com/a',
    'unix:/run/postgres',
    '//fcm.googleapis.com/a',
    '/a',
    '',
  ],
  ...['https://', 'https:', 'ws://fcm.googleapis.com/a', 'wss://fcm.googleapis.com/a', 'dict://127.0.0.1:6379/info'],
];

/** `port` is that of the server that must not be reached. */
export const inwardAddresses = (port: number): string[] => [
  ...HOSTS.flatMap((host) => [`https://${host}/`, `http://${host}:${port}/`, `https://${host}:${port}/a`]),
  ...LOOKALIKES.flatMap((host) => [`https://${host}/a`, `https://${host}:${port}/a`]),
  ...ODD,
];
