// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.web.TestLauncher;

/** A queue in a process of its own, which a test kills. */
final class QueueProcess implements AutoCloseable {
    private final Process process;

    private QueueProcess(Process process) {
        this.process = process;
    }

    /**
     * Goes on with the queue of a folder.
     *
     * @param cancelled name of an item that is cancelled once it runs; empty for none
     */
    static QueueProcess start(Path folder, String cancelled) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                TestLauncher.classPath(),
                QueueProcess.class.getName(),
                folder.toString(),
                cancelled));
        return new QueueProcess(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("console.log").toFile())
                .start());
    }

    /** Arguments: folder, and name of the item that is cancelled. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        try (QueueFixture fixture = new QueueFixture(Path.of(arguments[0]))) {
            if (!arguments[1].isEmpty()) {
                QueueItem item = fixture.queue.shown().items().stream()
                        .filter(one -> one.name().equals(arguments[1]))
                        .findFirst()
                        .orElseThrow();
                fixture.await(item.id(), ItemState.RUNNING);
                QueueFixture.awaitSteady(fixture.runs(), arguments[1]);
                fixture.queue.cancel(item.id(), "ada");
            }
            Thread.currentThread().join();
        }
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
