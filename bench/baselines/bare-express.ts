import { memoryApp } from './memory-app';
import { port } from './surroundings';

memoryApp().listen(port, '127.0.0.1');
