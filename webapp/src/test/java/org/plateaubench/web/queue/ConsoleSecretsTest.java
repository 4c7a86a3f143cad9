// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.Installation;
import org.plateaubench.app.RunOrigin;
import org.plateaubench.app.console.AllowListFile;
import org.plateaubench.app.sut.SutKeeper;
import org.plateaubench.engine.plan.reach.AllowList;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.plugin.proving.ProvingPlugin;
import org.plateaubench.web.TestLauncher;

/** What a console is given for itself is in the environment of no run and of no SUT, even if somebody lists it for runs. */
@Timeout(300)
final class ConsoleSecretsTest {
    private static final String VALUE = "of-the-console-alone";
    private static final List<String> SECRETS =
            List.of("PLATEAU_TLS_PASSWORD", "PLATEAU_NOTIFY_SECRET", "PLATEAU_CONSOLE_TOKEN");

    @TempDir
    private Path folder;

    /** In the place of a console: starts a run and the keeper of a SUT, which only write down their environment. */
    static final class Starting {
        private Starting() {}

        /** Argument: the folder. */
        public static void main(String[] arguments) throws IOException, InterruptedException {
            Path folder = Path.of(arguments[0]);
            AllowListFile allowed = AllowListFile.in(folder);
            allowed.write(new AllowList(List.of(), List.of(), SECRETS, List.of()));
            RunOrigin origin = new RunOrigin(folder, folder, allowed);
            ItemFolder item = new ItemFolder(folder, "item");
            item.keep("", Map.of());
            List<String> run = List.of("/bin/sh", "-c", "env > '" + folder.resolve("run.txt") + "'");
            new RunLauncher(run, folder, folder.resolve("studies"), folder.resolve("rig.credentials"))
                    .start(item, 1, QueueOrderTest.item("a", 1).wanted(), origin)
                    .waitFor();
            List<String> keeper = List.of("/bin/sh", "-c", "env > '" + folder.resolve("sut.txt") + "'; exit 1");
            try (Installation installation = Installation.of(PluginCatalog.of(new ProvingPlugin()))) {
                new SutKeeper(installation, folder.resolve("suts"), Optional.of(origin))
                        .start("known-law", "law", Map.of(), keeper, activity -> {});
            } catch (IOException e) {
                // It has written down what it is asked for, and keeps nothing.
                return;
            }
        }
    }

    @Test
    void areInNoEnvironmentOfWhatItStarts() throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        TestLauncher.classPath(),
                        Starting.class.getName(),
                        folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("starting.txt").toFile());
        SECRETS.forEach(name -> builder.environment().put(name, VALUE));
        Process starting = builder.start();
        assertThat(starting.waitFor(180, TimeUnit.SECONDS)).isTrue();
        assertThat(starting.exitValue())
                .as(Files.readString(folder.resolve("starting.txt")))
                .isZero();
        for (String name : List.of("run.txt", "sut.txt")) {
            assertThat(Files.readString(folder.resolve(name)))
                    .as(name)
                    .contains("PATH=")
                    .doesNotContain(VALUE)
                    .doesNotContain(SECRETS.toArray(String[]::new));
        }
    }
}
