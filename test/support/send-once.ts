import { GivenNames, openSender } from './open-sender';

/** Sends one message to the URL in argv, whose name is one of this machine, and prints what came of it. */
async function main(url: string): Promise<void> {
  const sender = openSender({ names: new GivenNames(() => ['127.0.0.1']) });
  process.stdout.write(JSON.stringify(await sender.send(url)));
  await sender.close();
}

void main(process.argv[2] ?? '');
