// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.TestRuns;
import org.plateaubench.engine.config.RunFileReader.RunFile;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.plan.RunPlan.SampledProcesses;

/** A rig in a file of its own. */
final class RigFileTest {
    @TempDir
    private Path folder = Path.of("");

    private RunFile read(String name) throws IOException, WrongConfiguration {
        Path file = Files.writeString(
                folder.resolve("run.yaml"), TestRuns.GOOD.replace("suts:", "rig: " + name + "\nsuts:"));
        return RunFileReader.read(file, List.of());
    }

    private List<String> problems(String name) throws IOException {
        try {
            RunFile file = read(name);
            TestRuns.plan(file);
            return List.of();
        } catch (WrongConfiguration e) {
            return e.problems().stream().map(Problem::toString).toList();
        }
    }

    @Test
    void rigFileIsReadAndStoredWithTheRun() throws IOException, WrongConfiguration {
        String lab = "agents: [ { name: load1 }, { label: { site: a } } ]\n";
        Files.writeString(folder.resolve("lab.yaml"), lab);

        RunFile file = read("lab.yaml");

        assertThat(file.referencedFiles()).containsEntry("lab.yaml", lab);
        assertThat(TestRuns.plan(file).agents()).containsExactly("load1", "by-label-1");
    }

    @Test
    void problemsAreLocatedInTheRigFile() throws IOException {
        Path lab = folder.resolve("lab.yaml");
        Files.writeString(lab, "agents:\n  - { name: load1, drives: [stor] }\n  - { nme: load2 }\n");

        assertThat(problems("lab.yaml")).contains(lab + ":3:7: rig.agents[1].nme: unknown key, did you mean 'name'?");
        Files.writeString(lab, "agents:\n  - { name: load1, drives: [stor] }\n");
        assertThat(problems("lab.yaml"))
                .contains(lab + ":2:29: rig.agents[0].drives[0]: unknown workload 'stor', did you mean 'store'?");
    }

    @Test
    void agentThatDrivesNothingOnlySamplesItsHost() throws IOException, WrongConfiguration {
        Path lab = folder.resolve("lab.yaml");
        Files.writeString(lab, """
                agents:
                  - { name: db1, drives: [], processes: [postgres], controlGroups: [/system.slice/redis.service] }
                  - { name: load1 }
                """);
        RunPlan plan = TestRuns.plan(read("lab.yaml"));
        assertThat(plan.agents()).containsExactly("db1", "load1");
        assertThat(plan.drivingAgents()).containsExactly("load1");
        assertThat(plan.firstDrivingAgent()).as("reads the telemetry of SUTs").isEqualTo("load1");
        assertThat(plan.sampledProcesses())
                .containsExactly(
                        new SampledProcesses("db1", List.of("postgres"), List.of("/system.slice/redis.service")));

        Files.writeString(lab, """
                agents:
                  - { name: load1, processes: [a/b], controlGroups: [/a/../b] }
                  - { name: db1, drives: [], proceses: [x] }
                """);
        assertThat(problems("lab.yaml"))
                .contains(
                        lab + ":2:32: rig.agents[0].processes[0]: must be one of the names of programs, such as"
                                + " [postgres], found 'a/b'",
                        lab + ":2:54: rig.agents[0].controlGroups[0]: must be one of the paths of control groups,"
                                + " such as [/system.slice/redis.service], found '/a/../b'",
                        lab + ":3:30: rig.agents[1].proceses: unknown key, did you mean 'processes'?");
        Files.writeString(lab, "agents: [ { name: db1, drives: [] } ]\n");
        assertThat(problems("lab.yaml")).anyMatch(problem -> problem.contains("has no agent for workload store"));
    }

    @Test
    void missingOrInvalidRigFileIsNamed() throws IOException {
        Files.writeString(folder.resolve("empty.yaml"), "");
        Files.writeString(folder.resolve("torn.yaml"), "agents: [");

        assertThat(problems("other.yaml"))
                .containsExactly(folder.resolve("run.yaml") + ":6:6: rig: there is no such file in " + folder
                        + ", found 'other.yaml'");
        assertThat(problems("../lab.yaml")).singleElement().asString().contains("must name a file in the folder");
        assertThat(problems("empty.yaml"))
                .singleElement()
                .asString()
                .contains("run.yaml:6:6: rig: ", "empty.yaml is empty");
        assertThat(problems("torn.yaml")).singleElement().asString().contains("torn.yaml:1:10: is not valid YAML");
    }
}
