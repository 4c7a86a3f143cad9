// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.Finding;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.plugin.redis.command.RedisMeasure;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.plugin.redis.command.RedisOperation.Family;
import org.plateaubench.plugin.redis.command.TestParameters;

class RedisWorkloadTest {
    private final RedisWorkload workload = new RedisWorkload();
    private final TestParameters parameters = new TestParameters();

    @Test
    void invalidParametersAreNamed() {
        parameters.sizes = Map.of("huge", 1.0);
        parameters.prefix = "two words";
        parameters.adopt = "another:";
        parameters.kinds = List.of(Family.STRING, Family.STRING);
        parameters.timeToLive = Duration.ofNanos(900_000);
        assertThat(workload.check(parameters.build()))
                .allMatch(finding -> finding.severity() == Finding.Severity.PROBLEM)
                .extracting(Finding::parameter)
                .containsExactly("valueSizes", "prefix", "fillKinds", "timeToLive", "adopt");
        assertThat(workload.check(new TestParameters().build())).isEmpty();
    }

    @Test
    void minimumHitRatioAddsCheckToReads() {
        assertThat(workload.define(parameters.build()).operations())
                .allSatisfy(
                        operation -> assertThat(operation.answers().checks()).isEmpty());
        parameters.minHitRatio = 80;
        WorkloadDefinition bounded = workload.define(parameters.build());
        assertThat(bounded.checks()).extracting(CheckDefinition::lower).containsExactly(80.0);
        assertThat(bounded.operations()
                        .get(RedisOperation.GET.ordinal())
                        .answers()
                        .checks())
                .containsExactly(RedisMeasure.HIT_RATIO);
    }

    private static final Path PAGE = Path.of("..", "..", "docs", "plugins", "redis.md");

    private static String page() throws Exception {
        return Files.readString(PAGE);
    }

    @Test
    void everyOperationAndCounterIsDocumented() throws Exception {
        String page = page();
        for (RedisOperation operation : RedisOperation.ALL) {
            assertThat(page).contains("| `" + operation.word() + "` | " + operation.description() + " |");
        }
        for (RedisMeasure measure : RedisMeasure.values()) {
            assertThat(page).contains("`" + measure.title() + "`");
        }
    }
}
