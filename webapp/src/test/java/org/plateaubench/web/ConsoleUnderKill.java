// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.plateaubench.app.Installation;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.plugin.proving.ProvingPlugin;

/** A console in a process of its own, which a test kills. Its runs are processes of the command line. */
final class ConsoleUnderKill implements AutoCloseable {
    private static final String ADDRESS = "address";

    private final Path folder;
    private final Process process;

    private ConsoleUnderKill(Path folder, Process process) {
        this.folder = folder;
        this.process = process;
    }

    /** Starts a console on a folder in which {@link #prepare} has been called. */
    static ConsoleUnderKill start(Path folder) throws IOException {
        Files.deleteIfExists(folder.resolve(ADDRESS));
        return new ConsoleUnderKill(
                folder,
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-cp",
                                TestLauncher.classPath(),
                                ConsoleUnderKill.class.getName(),
                                folder.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(
                                folder.resolve("console.log").toFile()))
                        .start());
    }

    /** Opens the console of a folder in this process. */
    static TestConsole open(Path folder) throws IOException {
        return TestConsole.start(
                Installation.of(PluginCatalog.of(new ProvingPlugin())),
                TestConsole.options(folder, TestLauncher.in(folder, List.of(ProvingPlugin.class))));
    }

    /** Argument: the folder. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path folder = Path.of(arguments[0]);
        TestConsole console = open(folder);
        Path written = Files.writeString(
                folder.resolve("address.tmp"), console.address().toString());
        Files.move(written, folder.resolve(ADDRESS));
        Thread.currentThread().join();
    }

    /** Waits until it serves. */
    URI address() throws Exception {
        Await.until("the console serves", () -> {
            assertThat(process.isAlive())
                    .as(folder.resolve("console.log").toString())
                    .isTrue();
            return Files.exists(folder.resolve(ADDRESS));
        });
        return URI.create(Files.readString(folder.resolve(ADDRESS)));
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
