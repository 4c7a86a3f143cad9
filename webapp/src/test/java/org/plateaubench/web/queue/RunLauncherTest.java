// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.web.TestConsole;

/** The process of a run is started with what it needs of the environment, what is listed, and nothing else. */
final class RunLauncherTest {
    private static final Set<String> NEEDED = Set.of(
            "HOME",
            "JAVA_HOME",
            "LANG",
            "LC_ALL",
            "LC_CTYPE",
            "PATH",
            "PLATEAU_NO_BUILD",
            "PLATEAU_BINARIES",
            "PLATEAU_PLUGINS",
            "TMPDIR",
            "TZ",
            "XDG_CACHE_HOME");

    /** What a shell sets itself. */
    private static final Set<String> OF_THE_SHELL = Set.of("PWD", "OLDPWD", "SHLVL", "_");

    @TempDir
    private Path folder;

    private Set<String> environment(List<String> secrets) throws Exception {
        Path allowed = Files.writeString(folder.resolve("allow.yaml"), "secrets: " + secrets);
        ItemFolder item = new ItemFolder(folder, "item");
        item.keep(Map.of(ItemFolder.RUN_FILE, ""));
        Path seen = folder.resolve("seen");
        RunLauncher launcher = new RunLauncher(TestConsole.options(
                folder,
                List.of("/bin/sh", "-c", "env > " + seen),
                Optional.empty(),
                TestConsole.LOCAL,
                Optional.empty(),
                Optional.of(allowed)));
        Process process = launcher.start(item, 1, QueueItemTest.item("a", 1).wanted());
        assertThat(process.waitFor()).isZero();
        Set<String> names = Files.readAllLines(seen).stream()
                .filter(line -> line.matches("[A-Za-z_][A-Za-z0-9_]*=.*"))
                .map(line -> line.substring(0, line.indexOf('=')))
                .collect(Collectors.toCollection(TreeSet::new));
        names.removeAll(OF_THE_SHELL);
        return names;
    }

    @Test
    void onlyWhatIsNeededAndWhatIsListed() throws Exception {
        Set<String> all = new TreeSet<>(System.getenv().keySet());
        all.removeAll(NEEDED);
        all.removeAll(OF_THE_SHELL);
        all.removeIf(name -> name.startsWith("PLATEAU_"));
        assertThat(all)
                .as("variables that this test has to keep from the process")
                .isNotEmpty();
        assertThat(environment(List.of())).isSubsetOf(NEEDED).contains("PATH");
        String listed = all.iterator().next();
        Set<String> with = environment(List.of("env:" + listed));
        assertThat(with).contains(listed);
        with.remove(listed);
        assertThat(with).isSubsetOf(NEEDED);
    }

    @Test
    void theCredentialsOfABrokerAreNamedWhenThereAreAny() throws Exception {
        assertThat(environment(List.of())).doesNotContain("PLATEAU_CREDENTIALS");
        Files.writeString(Files.createDirectories(folder.resolve("data")).resolve("rig.credentials"), "{}");
        assertThat(environment(List.of())).contains("PLATEAU_CREDENTIALS");
    }
}
