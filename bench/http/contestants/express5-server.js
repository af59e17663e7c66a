import { createServer } from '@rest-gen/server';
import express from 'express';
import { createApp } from './shared/express-app.js';
import { count, listen } from './shared/listen.js';

listen(createServer(createApp(express, count)));
