import express from 'express';
import pg from 'pg';

// Express with `pg`, by hand: the baseline of the start benchmark.

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
const app = express();
app.get('/post/:id', async ({ params }, res) => {
  const { rows } = await pool.query('select * from post where id = $1', [params.id]);
  if (rows.length === 0) res.status(404).json({ message: 'There is no such record' });
  else res.json(rows[0]);
});
const server = app.listen(Number(process.env.PORT), () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
