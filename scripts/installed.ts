// Prints the Node version that runs this project's scripts; scripts/ensure.mjs has installed the packages by then.
console.log(`Packages are installed; scripts run on Node ${process.version}.`);
