// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.TestRun.MILLI;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Load;
import org.plateaubench.engine.config.ReferenceFile;
import org.plateaubench.engine.config.ScoreReference;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.engine.config.text.Problems;
import org.plateaubench.engine.judge.TestPlan;
import org.plateaubench.engine.judge.TestRun;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.spi.SutContext;

final class ReferenceMakerTest {
    @TempDir
    Path folder;

    private final TestPlan plan = new TestPlan();

    private boolean isSutLost;

    /** A run with this number of reads, and the same number of writes, per second in each of two tiles. */
    private Path run(String name, int reads) throws IOException {
        return run(plan, name, reads);
    }

    private Path run(TestPlan plan, String name, int reads) throws IOException {
        Path path = folder.resolve(name);
        TestRun run = new TestRun(
                path,
                plan.simple(1, new Load.Closed(8, 1))
                        .simple(2, new Load.Closed(8, 1))
                        .build());
        run.drive(start -> {
            for (int i = 0; i < reads; i++) {
                for (String workload : List.of("1/cache", "2/cache")) {
                    run.ok(workload, "read", start + i * 20L * MILLI, 5 * MILLI, 0);
                    run.ok(workload, "write", start + i * 20L * MILLI, 5 * MILLI, 0);
                }
            }
        });
        if (isSutLost) {
            run.event(EventType.SUT_FAILED, "sut/1/db", "The SUT has failed: signal 9.");
        }
        run.end("completed");
        run.read();
        Files.writeString(path.resolve("result.json"), "{}");
        Files.writeString(path.resolve("environment.json"), """
                {"plugins": [{"id": "redis", "version": "1.2", "jars": [{"name": "redis.jar", "sha256": "00ff"}]}],
                 "hosts": [{"name": "ada", "cpuModel": "Some CPU", "cores": 8, "operatingSystem": "Linux", "agents": ["local"]}]}
                """);
        return path;
    }

    private static ReferenceMaker.Result make(List<Path> runs, Set<String> infrastructure) throws IOException {
        return ReferenceMaker.make("lab", runs, infrastructure, ScoreReference.Weights.PUBLISHED);
    }

    @Test
    void writtenReferenceHasMeanRatesOfAllTiles() throws Exception {
        Path one = run("20261121T100000Z-one-aaaaaa", 10);
        Path two = run(new TestPlan(), "20261121T100000Z-two-bbbbbb", 20);
        ReferenceMaker.Result made = make(List.of(one, two), Set.of());

        assertThat(made.problems()).isEmpty();
        Problems problems = new Problems();
        ScoreReference reference = Objects.requireNonNull(
                ReferenceFile.read("lab.yaml", made.text(), problems), problems.sorted()::toString);
        ScoreReference.TileWorkload cache =
                Objects.requireNonNull(reference.application().get("cache"));
        assertThat(cache.rate()).isEqualTo(15);
        assertThat(cache.unit()).isEqualTo("reads/s");
        assertThat(cache.definition()).containsEntry("load.users", "8");
        assertThat(reference.weights()).isEqualTo(ScoreReference.Weights.PUBLISHED);
        assertThat(reference.runs()).extracting(ScoreReference.Run::run).hasSize(2);
        assertThat(reference.runs().getFirst().plugins()).containsExactly("redis 1.2, redis.jar sha256 00ff");
        assertThat(reference.runs().getFirst().hosts())
                .containsExactly("ada: Some CPU, 8 cores, Linux, agents [local]");
        assertThat(made.text()).contains("\"digest\" : \"" + reference.digest() + "\"");
    }

    @Test
    void changedFigureFailsTheDigestCheck() throws Exception {
        String text =
                make(List.of(run("20261121T100000Z-one-aaaaaa", 10)), Set.of()).text();

        assertThat(problems("# mine\n" + text)).isEmpty();
        assertThat(problems(text.replace("\"rate\" : 10.0", "\"rate\" : 9.0")))
                .singleElement()
                .asString()
                .contains("lab.yaml:", "digest", "was changed after ./plateau reference wrote it");
    }

    @Test
    void invalidInfrastructureIsRefused() throws Exception {
        Path run = run("20261121T100000Z-one-aaaaaa", 10);

        assertThat(make(List.of(run), Set.of("cache")).problems())
                .containsExactly("Every workload is infrastructure, but a score needs at least one other workload.");
        assertThat(make(List.of(run), Set.of("cash")).problems())
                .containsExactly("There is no workload cash; the runs have cache.");
    }

    @Test
    void devAndFailedRunsAreRefused() throws Exception {
        plan.runClass = RunClass.DEV;
        assertThat(make(List.of(run("20261121T100000Z-dev-aaaaaa", 10)), Set.of())
                        .problems())
                .singleElement()
                .asString()
                .contains("is of class dev", "no reference is made of such a run");
        TestPlan other = new TestPlan();
        other.limits.put("read", List.of("p95 < 1ms"));
        assertThat(make(List.of(run(other, "20261121T100000Z-slow-cccccc", 10)), Set.of())
                        .problems())
                .singleElement()
                .asString()
                .contains("has the verdict");
    }

    @Test
    void runWithAFailedSutIsRefused() throws Exception {
        isSutLost = true;
        plan.sutMode = SutContext.Mode.EXTERNAL;
        assertThat(make(List.of(run("20261121T100000Z-lost-aaaaaa", 10)), Set.of())
                        .problems())
                .singleElement()
                .asString()
                .endsWith("-lost-aaaaaa had a system under test that failed during the run (sut/1/db).");
    }

    @Test
    void runsWithDifferentDefinitionsAreRefused() throws Exception {
        Path one = run("20261121T100000Z-one-aaaaaa", 10);
        TestPlan other = new TestPlan();
        other.limits.put("read", List.of("p95 < 1s"));

        assertThat(make(List.of(one, run(other, "20261121T100000Z-two-bbbbbb", 10)), Set.of())
                        .problems())
                .anyMatch(problem -> problem.contains("differ: workloads.cache.operations.read.limits"));
    }

    private static List<String> problems(String text) {
        Problems problems = new Problems();
        ReferenceFile.read("lab.yaml", text, problems);
        return problems.sorted().stream().map(Problem::toString).toList();
    }
}
