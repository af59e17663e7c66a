import express from 'express';
import { createApp } from './shared/express-app.js';
import { count, listen } from './shared/listen.js';

listen(createApp(express, count));
