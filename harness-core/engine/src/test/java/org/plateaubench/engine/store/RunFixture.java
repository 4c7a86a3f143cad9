// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import org.plateaubench.engine.FixedClock;
import org.plateaubench.engine.judge.TestPlan;

/** A run folder with its writer, and a clock that the test sets. */
final class RunFixture implements AutoCloseable {
    static final Instant START = Instant.parse("2026-11-21T01:16:25Z");

    final FixedClock clock = new FixedClock(START);
    final RunFolder folder;
    final RunWriter writer;

    RunFixture(Path runs) throws IOException {
        folder = RunFolder.create(runs, "store-and-cache", START);
        writer = new RunWriter(folder, clock);
        writer.file(StoredFile.PLAN, new TestPlan().simple().build().canonicalText());
        writer.file(StoredFile.ENVIRONMENT, "{\"hosts\": []}\n");
        writer.clockStarted(0);
    }

    StoredRun read() throws IOException {
        return RunReader.read(folder.path());
    }

    @Override
    public void close() {
        writer.close();
    }
}
