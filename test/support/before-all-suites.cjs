module.exports = async () => require('./database-templates').makeTemplates();
