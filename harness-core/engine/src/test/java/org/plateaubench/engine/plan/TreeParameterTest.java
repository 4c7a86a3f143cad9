// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Finding;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.UsedFile;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.engine.TestShop;
import org.plateaubench.engine.config.RunFileReader;
import org.plateaubench.engine.config.RunFileReader.RunFile;
import org.plateaubench.engine.config.RunFileSchema;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.engine.plan.PlannedWorkload.PlannedFile;
import org.plateaubench.engine.plan.planning.Planner;
import org.plateaubench.loader.PluginCatalog;

/** A parameter that is an arbitrary mapping, in the run file or in a separate file, and the files that it names. */
class TreeParameterTest {
    private static final PluginCatalog CATALOG =
            PluginCatalog.of(TestShop.plugin("script", List.of(new Script()), List.of()));

    @TempDir
    private Path folder = Path.of("");

    /** A script. */
    public record ScriptParameters(
            @Parameter(description = "The script.", defaultValue = Parameter.REQUIRED)
            Map<String, Object> script) {}

    private static final class Script extends TestShop.PlannedWorkload<ScriptParameters> {
        Script() {
            super("script", ScriptParameters.class);
        }

        @Override
        public List<Finding> check(ScriptParameters parameters) {
            return parameters.script().containsKey("wrong")
                    ? List.of(Finding.problem("must not be there", "").about("script.wrong[1].deep"))
                    : List.of();
        }

        @Override
        public List<UsedFile> files(ScriptParameters parameters) {
            return parameters.script().get("file") instanceof String name
                    ? List.of(new UsedFile("script.file", name, name.endsWith(".bin")))
                    : List.of();
        }

        @Override
        public List<Finding> checkFiles(ScriptParameters parameters, Map<String, String> files) {
            return files.values().stream().anyMatch(String::isEmpty)
                    ? List.of(Finding.problem("must not be empty", "").about("script.file"))
                    : List.of();
        }

        @Override
        public Map<String, Object> schema(String parameter) {
            return Map.of("type", "object", "title", "of " + parameter);
        }

        @Override
        public WorkloadDefinition define(ScriptParameters parameters) {
            return WorkloadDefinition.builder()
                    .operations(OperationDefinition.of("act", "Acts."))
                    .pacing(Pacing.think(new Distribution.Fixed(Duration.ofSeconds(1))))
                    .metric(new MetricDefinition("acts", "1/s", "act", 1))
                    .executions(Execution.VIRTUAL)
                    .build();
        }
    }

    @BeforeEach
    void createFolders() throws IOException {
        Files.createDirectories(folder.resolve("shop"));
    }

    private RunFile read(String script) throws IOException, WrongConfiguration {
        Path file = Files.writeString(folder.resolve("run.yaml"), """
                run: { name: scripted }
                phases: { rampUp: 1s, steady: 1s, rampDown: 1s }
                workloads:
                  one:
                    plugin: script
                    load: { users: 1 }
                    parameters: { script: %s }
                """.formatted(script));
        return RunFileReader.read(file, List.of());
    }

    private static PlannedWorkload plan(RunFile file) throws WrongConfiguration {
        return new Planner(CATALOG).plan(file).workloads().getFirst();
    }

    private List<String> problems(String script) {
        return catchThrowableOfType(WrongConfiguration.class, () -> plan(read(script))).problems().stream()
                .map(Problem::toString)
                .toList();
    }

    @Test
    void valuesAreTypedAndSortedByName() throws IOException, WrongConfiguration {
        Map<String, Object> parameters = plan(read("{ b: [1, -2.5, true, '1', 007, null], a: { x: text } }"))
                .parameters();

        assertThat(parameters.get("script"))
                .hasToString("{a={x=text}, b=[1, -2.5, true, 1, 007, null]}")
                .extracting("b")
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .containsExactly(1L, -2.5, true, "1", "007", null);
    }

    @Test
    void pacingOfAScriptedWorkloadIsNoClassReason() throws IOException, WrongConfiguration {
        Path file = Files.writeString(folder.resolve("run.yaml"), """
                run: { name: scripted }
                phases: { rampUp: 1s, steady: 1s, rampDown: 1s }
                workloads:
                  one:
                    plugin: script
                    load: { users: 1, think: 7s }
                    parameters: { script: { a: 1 } }
                """);

        assertThat(new Planner(CATALOG)
                        .plan(RunFileReader.read(file, List.of()))
                        .classReasons())
                .noneMatch(reason -> reason.contains("pacing"));
    }

    @Test
    void scriptFileAndReferencedFilesAreKept() throws IOException, WrongConfiguration {
        Files.writeString(folder.resolve("shop/script.yaml"), "file: users.csv\n");
        Files.writeString(folder.resolve("shop/users.csv"), "name\nalice\n");

        RunFile file = read("shop/script.yaml");
        PlannedWorkload planned = plan(file);

        assertThat(file.referencedFiles()).containsOnlyKeys("shop/script.yaml", "shop/users.csv");
        assertThat(planned.files()).containsOnlyKeys("users.csv");
        assertThat(planned.files().get("users.csv")).isEqualTo(PlannedFile.of("shop/users.csv", "name\nalice\n"));
        String planId = new Planner(CATALOG).plan(file).id();
        Files.writeString(folder.resolve("shop/users.csv"), "name\nbob\n");
        assertThat(new Planner(CATALOG).plan(read("shop/script.yaml")).id()).isNotEqualTo(planId);
    }

    @Test
    void binaryFileIsEncodedAndBinaryTextIsRefused() throws IOException, WrongConfiguration {
        byte[] bytes = {0, -1, 'a', -61, 40};
        Files.write(folder.resolve("a.bin"), bytes);
        Files.write(folder.resolve("a.csv"), bytes);

        RunFile file = read("{ file: a.bin }");
        plan(file);
        assertThat(UsedFile.bytes(file.referencedFiles().get("a.bin"))).isEqualTo(bytes);
        assertThat(problems("{ file: a.csv }")).singleElement().asString().endsWith("a.csv is not text in UTF-8");
    }

    @Test
    void problemsAreLocatedInTheFile() throws IOException {
        Path script = Files.writeString(folder.resolve("shop/script.yaml"), "wrong:\n  - 1\n  - { deep: 3 }\n");

        assertThat(problems("shop/script.yaml"))
                .containsExactly(script + ":3:13: workloads.one.parameters.script.wrong[1].deep: must not be there");
    }

    @Test
    void missingFileIsReportedWithOtherProblems() {
        assertThat(problems("{ wrong: [1, { deep: 3 }], file: none.csv }"))
                .hasSize(2)
                .anyMatch(problem -> problem.endsWith("script.wrong[1].deep: must not be there"))
                .anyMatch(problem -> problem.contains("script.file: ") && problem.contains("none.csv"));
    }

    @Test
    void unreadableFilesAreProblems() throws IOException {
        assertThat(problems("none.yaml")).singleElement().asString().contains("run.yaml:7:27", "there is no such file");
        assertThat(problems("{ file: ../outside.csv }"))
                .singleElement()
                .asString()
                .contains("run.yaml:7:35", "must name a file in the folder of the run file or below it");
        Files.writeString(folder.resolve("list.yaml"), "[1]");
        assertThat(problems("list.yaml")).singleElement().asString().contains("must be a mapping, found a list");
        assertThat(problems("[1]"))
                .singleElement()
                .asString()
                .contains("must be a mapping, or the name of a YAML file");
    }

    @Test
    void invalidReferencedFileIsLocatedInTheRunFile() throws IOException {
        Files.writeString(folder.resolve("users.csv"), "");

        assertThat(problems("{ file: users.csv }"))
                .singleElement()
                .asString()
                .endsWith("run.yaml:7:35: workloads.one.parameters.script.file: must not be empty");
    }

    @Test
    void schemaIncludesKeysOfTheTree() {
        assertThat(RunFileSchema.json(CATALOG)).contains("\"of script\"", "\\\\.ya?ml$");
    }
}
