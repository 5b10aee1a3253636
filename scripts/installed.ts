// Says which Node runs this project's scripts; by the time it runs, scripts/ensure.mjs has installed the packages.
console.log(`Packages are installed; scripts run on Node ${process.version}.`);
