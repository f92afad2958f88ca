module.exports = async () => require('./database-templates').removeTemplates();
