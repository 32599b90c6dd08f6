// Ends a run of Vitest or Playwright as all our tests end: `N passed, N failed`.
export default class Count {
  passed = 0;
  failed = 0;

  add(good) {
    if (good) ++this.passed;
    else ++this.failed;
  }

  // Vitest
  onTestCaseResult(test) {
    const { state } = test.result();
    if (state !== 'skipped') this.add(state === 'passed');
  }
  onTestRunEnd() {
    console.log(`${this.passed} passed, ${this.failed} failed`);
  }

  // Playwright
  onTestEnd(test, result) {
    const again = !test.ok() && result.retry < test.retries;
    if (result.status !== 'skipped' && !again) this.add(test.ok());
  }
  onEnd() {
    console.log(`${this.passed} passed, ${this.failed} failed`);
  }
  printsToStdio() {
    return true;
  }
}
