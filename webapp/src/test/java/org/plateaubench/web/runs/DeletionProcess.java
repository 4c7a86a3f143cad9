// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.plateaubench.web.TestLauncher;

/** Deletes the runs of a folder, one after the other, in a process of its own, which a test kills. */
final class DeletionProcess implements AutoCloseable {
    private final Process process;

    private DeletionProcess(Process process) {
        this.process = process;
    }

    static DeletionProcess start(Path folder) throws IOException {
        return new DeletionProcess(new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        TestLauncher.classPath(),
                        DeletionProcess.class.getName(),
                        folder.toString()))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("deletion.log").toFile())
                .start());
    }

    /** Argument: the folder, with the runs in {@code runs}. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        CatalogFixture fixture = new CatalogFixture(folder);
        RunChanges changes = new RunChanges(fixture.folders, fixture.indexer());
        changes.removeLeftovers();
        for (String id : fixture.folders.byId().keySet()) {
            changes.delete(List.of(id));
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** {@code kill -9}. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
