// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Half an hour of a point per second, of which a browser asks for parts. */
@Timeout(300)
final class LongRunTest {
    @TempDir
    Path runs;

    @Test
    void aLongRunIsShownInAsManyPointsAsAskedForAndEachPartInItsOwn() throws Exception {
        String id = LongRun.write(runs, Duration.ofMinutes(30)).runId();
        try (LiveFixture fixture = new LiveFixture(runs)) {
            String path = "/api/v1/runs/" + id + "/series";
            JsonNode whole = fixture.json(path + "?points=250");
            assertThat(whole.get("binSeconds").asDouble()).isEqualTo(8);
            assertThat(whole.get("time")).hasSize(225);
            assertThat(series(whole)).isGreaterThanOrEqualTo(30);
            // The interval in the middle never arrived.
            assertThat(whole.get("missing").get(112).asInt()).isEqualTo(1);

            assertThat(operation(whole).has("serviceP95")).isFalse();
            JsonNode all = fixture.json(path + "?points=250&times=all");
            assertThat(operation(all).get("serviceP95").get(100))
                    .as("a run whose operations begin when they are due")
                    .isEqualTo(operation(whole).get("p95").get(100));

            JsonNode part = fixture.json(path + "?points=600&from=590&to=1190");
            assertThat(part.get("binSeconds").asDouble()).isEqualTo(1);
            assertThat(part.get("time")).hasSize(600);
            assertThat(part.get("time").get(0).asDouble()).isEqualTo(590.5);
            assertThat(failed(part, 9)).isEqualTo(0);
            assertThat(failed(part, 10)).isEqualTo(6);
            assertThat(failed(part, 29)).isEqualTo(6);
            assertThat(failed(part, 30)).isEqualTo(0);

            JsonNode gap = fixture.json(path + "?points=100&from=890&to=910");
            assertThat(throughput(gap).get(10).isNull()).isTrue();
            assertThat(throughput(gap).get(11).isNull()).isFalse();
        }
    }

    private static JsonNode throughput(JsonNode tree) {
        return tree.get("workloads").get(0).get("series").get("throughput");
    }

    private static JsonNode operation(JsonNode tree) {
        return tree.get("workloads").get(0).get("operations").get(0).get("series");
    }

    private static double failed(JsonNode tree, int point) {
        return tree.get("workloads")
                .get(0)
                .get("series")
                .get("failed")
                .get(point)
                .asDouble();
    }

    private static int series(JsonNode tree) {
        int series = tree.get("telemetry").size();
        for (JsonNode workload : tree.get("workloads")) {
            series += workload.get("series").size();
            for (JsonNode operation : workload.get("operations")) {
                series += operation.get("series").size();
            }
        }
        return series;
    }
}
