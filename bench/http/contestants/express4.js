import express from 'express4';
import { createApp } from './shared/express-app.js';
import { count, listen } from './shared/listen.js';

listen(createApp(express, count));
