// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** {@code plateau calibrate} on this host. */
@Tag("slow")
class CalibrateIT {
    @TempDir
    private static Path folder = Path.of("");

    private static List<CommandsInOne.Done> done = List.of();

    @BeforeAll
    static void calibrate() throws IOException, InterruptedException {
        CommandsInOne commands = new CommandsInOne(folder, Map.of());
        commands.add("calibrate", "--seconds", "1");
        commands.add("calibrate", "--seconds", "1", "--json");
        commands.add("calibrate", "--seconds", "0");
        done = commands.run();
    }

    @Test
    void aHostIsLookedAtAndNothingIsLeftBehind() {
        CommandsInOne.Done looked = done.getFirst();
        assertThat(looked.exitCode()).as(looked.everything()).isZero();
        assertThat(looked.errors()).isEmpty();
        assertThat(looked.output())
                .contains("What it can be trusted with")
                .containsPattern("Clock +\\d+ ns per read")
                .containsPattern("Waits, threads +late by p50 \\d+")
                .containsPattern("Waits, virtual +late by p50 \\d+")
                .contains("Cores")
                .contains("Open files");
        assertThat(folder.resolve("runs")).doesNotExist();
    }

    @Test
    void forProgramsItIsJsonAndNothingElse() {
        CommandsInOne.Done looked = done.get(1);
        assertThat(looked.exitCode()).as(looked.everything()).isZero();
        JsonNode tree = new ObjectMapper().readTree(looked.output());
        assertThat(tree.path("schema").asString()).isEqualTo("plateau.calibration/1");
        assertThat(tree.path("calibration").path("platform").path("count").asInt())
                .isPositive();
        assertThat(tree.path("facts").isObject()).isTrue();
        assertThat(tree.path("advice").size()).isGreaterThan(10);
    }

    @Test
    void aLengthThatMakesNoSenseIsWrongUsage() {
        CommandsInOne.Done looked = done.getLast();
        assertThat(looked.exitCode()).isEqualTo(4);
        assertThat(looked.errors()).contains("--seconds must be 1 to 600");
    }
}
