// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void firstWordsAreToldInWhateverEncoding() throws Exception {
        Program program = program("printf 'a\\n\\nb \\344\\n'; exit 3");
        assertThat(program.run(Duration.ofSeconds(30))).isFalse();
        assertThat(program.firstWords()).startsWith("a | b ");
    }

    @Test
    void programThatTakesTooLongIsGoneWithWhatItStarted() throws Exception {
        Program program = program("sleep 1000 & echo $! $$; wait");
        // Its limit begins with it, so that it must have written its ids by then.
        assertThat(program.run(Duration.ofSeconds(5))).isFalse();
        for (String pid : program.firstWords().split(" ", -1)) {
            assertThat(Processes.eventually(Duration.ofSeconds(60), () -> Processes.isGone(Long.parseLong(pid))))
                    .isTrue();
        }
    }

    @Test
    void programOfASutSeesNothingOfOurEnvironmentThatItDoesNotNeed() throws Exception {
        Program program = program("env | cut -d= -f1 | tr '\\n' ' '");
        assertThat(program.run(Duration.ofSeconds(30))).isTrue();
        List<String> needed = List.of("PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TZ", "TMPDIR");
        List<String> ofTheShell = List.of("PWD", "OLDPWD", "SHLVL", "_");
        assertThat(program.firstWords().strip().split(" ", -1))
                .contains("PATH")
                .allMatch(name -> needed.contains(name) || ofTheShell.contains(name));
        assertThat(System.getenv().keySet()).as("ours holds more").anyMatch(name -> !needed.contains(name));
    }

    private Program program(String script) {
        return new Program(List.of("sh", "-c", script), folder, folder.resolve("log"));
    }
}
