// The ways in which activities come in: recorded, entered, from a file, from a companion app. Each is fetched when it is opened.
export default async function page(app) {
  return (await import(`./activity-${app.parameters.part}.js`)).default(app);
}
