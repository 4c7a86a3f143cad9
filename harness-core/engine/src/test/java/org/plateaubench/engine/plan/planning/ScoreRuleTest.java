// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.TestRuns;
import org.plateaubench.engine.TestShop;
import org.plateaubench.engine.config.ReferenceFile;
import org.plateaubench.engine.config.RunFileReader;
import org.plateaubench.engine.config.ScoreReference;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.engine.plan.PlannedScore;
import org.plateaubench.engine.plan.RunPlan;

/** A run file in {@code runs}, and references in the sibling folder {@code references}. */
final class ScoreRuleTest {
    @TempDir
    private Path folder;

    private Map<String, String> definition = Map.of();
    private String version = "";

    @BeforeEach
    void makePlannedRun() throws Exception {
        Files.createDirectories(folder.resolve("runs"));
        Files.createDirectories(folder.resolve("references"));
        RunPlan plan = TestRuns.plan(TestRuns.GOOD);
        definition = ComparableSettings.of(plan.workloads().getFirst());
        version = TestShop.catalog().workload("shop").orElseThrow().plugin().version();
    }

    private void reference(String name, String workload, String ofVersion, Map<String, String> ofDefinition)
            throws IOException {
        ScoreReference reference = new ScoreReference(
                "lab",
                ScoreReference.Weights.PUBLISHED,
                List.of(new ScoreReference.Run(
                        "run", "plan", "standard", "0", "then", List.of("a host"), List.of("shop"))),
                Map.of(workload, new ScoreReference.TileWorkload(ofVersion, 12.5, "orders/min", ofDefinition)),
                Map.of(),
                "");
        Files.writeString(folder.resolve("references/" + name), ReferenceFile.text(reference));
    }

    private RunPlan plan(String reference) throws WrongConfiguration, IOException {
        Path file = folder.resolve("runs/run.yaml");
        Files.writeString(file, TestRuns.GOOD + "score: { reference: \"" + reference + "\" }\n");
        return new Planner(TestShop.catalog()).plan(RunFileReader.read(file, List.of()));
    }

    private List<String> problems(String reference) {
        WrongConfiguration wrong = catchThrowableOfType(WrongConfiguration.class, () -> plan(reference));
        return wrong == null
                ? List.of()
                : wrong.problems().stream().map(Problem::toString).toList();
    }

    @Test
    void matchingReferenceIsPartOfThePlan() throws Exception {
        reference("lab.yaml", "store", version, definition);

        PlannedScore score = Objects.requireNonNull(plan("lab.yaml").score());

        assertThat(score.application()).containsExactly(Map.entry("store", 12.5));
        assertThat(score.digest()).matches("[0-9a-f]{64}");
        assertThat(RunPlan.fromTree(plan("lab.yaml").toTree()).score()).isEqualTo(score);
    }

    @Test
    void keysThatDifferFromTheReferenceAreNamed() throws Exception {
        Map<String, String> other = new TreeMap<>(definition);
        other.put("parameters.size", "large");
        other.put("load.users", "63");
        reference("lab.yaml", "store", "0.9", other);

        assertThat(problems("lab.yaml"))
                .hasSize(3)
                .allMatch(problem -> problem.contains("run.yaml:24:21: score.reference: does not fit"))
                .anyMatch(problem -> problem.endsWith("workloads.store.parameters.size is 'small' and was 'large'"))
                .anyMatch(problem -> problem.endsWith("workloads.store.load.users is '64' and was '63'"))
                .anyMatch(problem -> problem.endsWith("has version '" + version + "' and had '0.9'"));
    }

    @Test
    void referenceOfOtherWorkloadsIsRefused() throws Exception {
        reference("lab.yaml", "shop", version, definition);

        assertThat(problems("lab.yaml"))
                .singleElement()
                .asString()
                .endsWith("the run has the workloads store, and the reference has shop");
    }

    @Test
    void invalidReferenceFileIsLocated() throws Exception {
        Files.writeString(folder.resolve("references/broken.yaml"), "schema: plateau.reference/2\nname: lab\n");
        Files.writeString(folder.resolve("secret.yaml"), "password: sesame\n");

        assertThat(problems("broken.yaml"))
                .singleElement()
                .asString()
                .contains("broken.yaml:1:9: schema: must be plateau.reference/1");
        assertThat(problems("none.yaml")).singleElement().asString().contains("there is no such file");
        assertThat(problems("../secret.yaml"))
                .singleElement()
                .asString()
                .contains("must name a file in the folder of the run file")
                .doesNotContain("sesame");
    }
}
