import { memoryApp } from './memory-app';
import { port } from './environment';

memoryApp().listen(port, '127.0.0.1');
