// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.TestRuns;
import org.plateaubench.engine.config.RunSpec.WorkloadSpec;
import org.plateaubench.engine.config.key.LoadSpec;

final class HostileRunFileTest {

    private static void assertRefused(byte[] bytes, String expected) {
        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> assertThatThrownBy(() -> RunFileReader.read("run.yaml", bytes, List.of()))
                        .isInstanceOf(WrongConfiguration.class)
                        .hasMessage(expected));
    }

    private static void assertRefused(String text, String expected) {
        assertRefused(text.getBytes(StandardCharsets.UTF_8), expected);
    }

    @Test
    void aliasBombIsRefused() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 30; i++) {
            String before = "*a" + (i - 1);
            bomb.append("a%d: &a%d [%s]\n".formatted(i, i, String.join(", ", Collections.nCopies(10, before))));
        }

        assertRefused(
                bomb.toString(), "run.yaml:5:10: holds more than 20000 values, where an alias counts as its target");
    }

    @Test
    void recursiveAliasIsRefused() {
        assertRefused("a: &a [1, *a]\n", "run.yaml:1:11: alias *a has no anchor, or is part of its own anchor");
    }

    @Test
    void overrideThroughAnAliasLeavesTheOriginalUnchanged() throws WrongConfiguration {
        String yaml = TestRuns.GOOD.replace("load:", "load: &load") + "  again: { plugin: shop, load: *load }\n";

        List<WorkloadSpec> workloads =
                TestRuns.read(yaml, "workloads.again.load.users=3").spec().workloads();

        assertThat(users(workloads.get(0))).isEqualTo(64);
        assertThat(users(workloads.get(1))).isEqualTo(3);
    }

    private static double users(WorkloadSpec workload) {
        LoadSpec load = Objects.requireNonNull(workload.get(RunFileKeys.LOAD));
        assertThat(load.isClosed()).isTrue();
        return load.level();
    }

    @Test
    void deepNestingIsRefused() {
        assertRefused("[".repeat(100_000), "run.yaml:1:33: is nested deeper than 32 levels");
        assertRefused("a: " + "{a: ".repeat(50_000), "run.yaml:1:128: is nested deeper than 32 levels");
    }

    @Test
    void tooManyValuesAreRefused() {
        assertRefused(
                "[" + "1,".repeat(50_000) + "1]",
                "run.yaml:1:40002: holds more than 20000 values, where an alias counts as its target");
    }

    @Test
    void hugeFileIsRefused() {
        assertRefused(new byte[RunFileReader.MAX_BYTES + 1], "run.yaml: is larger than 262144 bytes");
    }

    /** YAML can write characters that would move the cursor of a terminal, or begin a line of their own. */
    @Test
    void controlCharactersAreRemovedFromProblems() {
        String yaml = TestRuns.GOOD.replace("rampUp: 30s", "rampUp: \"\\e[2J\\nrun.yaml:1:1: ok\\u202e\"")
                + "\"\\e]0;other\\a\": 1\n";

        assertThat(TestRuns.problems(yaml))
                .hasSize(2)
                .allSatisfy(problem -> assertThat(problem).doesNotContainPattern("[\\p{Cc}\\p{Cf}]"));
    }

    @Test
    void emptyFileIsRefused() {
        assertRefused("", "run.yaml: is empty");
        assertRefused("# nothing but a comment\n", "run.yaml: is empty");
        assertRefused("~", "run.yaml:1:1: must be a mapping with run, phases and workloads, found nothing");
        assertRefused("- run", "run.yaml:1:1: must be a mapping with run, phases and workloads, found a list");
    }

    @Test
    void binaryFileIsRefused() {
        assertRefused(new byte[] {'P', 'K', 3, 4, 0, 0}, "run.yaml: is not a text file, it holds the byte 0x03");
        assertRefused(new byte[] {'a', ':', ' ', (byte) 0xff}, "run.yaml: is not text in UTF-8");
    }

    @Test
    void byteOrderMarkIsIgnored() {
        assertThat(TestRuns.problems("\ufeff" + TestRuns.GOOD)).isEmpty();
    }

    @Test
    void brokenYamlIsLocated() {
        assertRefused("run: { name: x\nphases: 1\n", "run.yaml:2:7: is not valid YAML: expected ',' or '}', but got :");
        assertRefused("a: 1\n b: 2\n", "run.yaml:2:3: is not valid YAML: mapping values are not allowed here");
        assertRefused(
                "a:\n\tb: 1\n",
                "run.yaml:2:1: is not valid YAML: found character '\\t(TAB)' that cannot start any token. (Do not use \\t(TAB) for indentation)");
    }

    @Test
    void secondDocumentIsRefused() {
        assertRefused("a: 1\n---\nb: 2\n", "run.yaml:2:1: holds more than one document, only one is allowed");
    }

    @Test
    void duplicateKeyIsReportedWithBothPlaces() {
        String yaml = TestRuns.GOOD.replace("  steady: 5m\n", "  steady: 5m\n  steady: 6m\n");

        assertThat(TestRuns.problems(yaml))
                .containsExactly("run.yaml:5:3: phases.steady: occurs twice, first in line 4");
    }

    @Test
    void unreadableFileIsNamed(@TempDir Path folder) throws IOException {
        Path missing = folder.resolve("missing.yaml");

        assertThatThrownBy(() -> RunFileReader.read(missing, List.of()))
                .isInstanceOf(WrongConfiguration.class)
                .hasMessage(missing + ": there is no such file");
        assertThatThrownBy(() -> RunFileReader.read(folder, List.of()))
                .hasMessage(folder + ": is a folder, not a file");
        Path latin = Files.write(folder.resolve("latin.yaml"), new byte[] {'a', ':', ' ', (byte) 0xe9});
        assertThatThrownBy(() -> RunFileReader.text(latin)).hasMessage(latin + ": is not text in UTF-8");
        assertThatThrownBy(() -> RunFileReader.read(Path.of(""), List.of()))
                .hasMessage("run file: its name is empty; give the path of a run file");
    }
}
