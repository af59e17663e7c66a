const { createModels } = require('@rest-gen/model');

module.exports = createModels(process.env.DATABASE_URL || 'sqlite:./data/app.sqlite3');
