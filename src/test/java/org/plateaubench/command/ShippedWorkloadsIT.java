// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Each workload that comes with Plateau, for some seconds, all in one run; the DVD Store on PostgreSQL. */
final class ShippedWorkloadsIT {
    /** The limits are loose for a machine that is busy with other tests. */
    private static final String RUN_FILE = """
            run: { name: shipped-workloads, seed: 42 }
            phases: { rampUp: 4s, steady: 10s, rampDown: 1s }
            suts:
              db: { service: postgresql, mode: embedded, sharedBuffersMebibytes: 32, maxConnections: 40 }
              site: { service: olio, mode: embedded, heapMebibytes: 192 }
              cache: { service: redis, mode: embedded }
              post: { service: mail, mode: embedded, heapMebibytes: 128 }
              java: { service: javatier, mode: embedded, heapMebibytes: 64 }
              web: { service: storefront, mode: embedded, heapMebibytes: 64 }
            workloads:
              store:
                plugin: dvdstore
                sut: db
                load: { users: 4, think: { exponential: 200ms } }
                parameters: { size: small, mode: ds2 }
                qos: { "*": ["p95 < 60s"] }
              events:
                plugin: olio
                sut: site
                load: { users: 6, cycle: { exponential: 500ms } }
                qos: { "*": ["p90 < 60s", "p95 < 60s"] }
              cache:
                plugin: redis
                sut: cache
                load: { rate: 50/s, maxUsers: 10 }
                parameters: { keySpace: 1000 }
              mail:
                plugin: mail
                sut: post
                load: { users: 10 }
                parameters: { profile: heavy, acceleration: 400, sizes: classic, fill: small, groupware: false }
                qos: { "*": ["p95 < 60s"], delivery: ["p95 < 60s"] }
              java:
                plugin: consolidation/javatier
                sut: java
                load: { rate: 20/s, maxUsers: 10 }
                parameters: { warehouses: 1 }
                qos: { "*": ["p95 < 60s"] }
              pages:
                plugin: consolidation/storefront
                sut: web
                load: { users: 4, think: 500ms }
                qos: { "*": ["p95 < 60s", "p99 < 60s"] }
              file:
                plugin: consolidation/files
                load: { users: 2 }
                parameters: { folder: FOLDER, files: 10, fileKibibytes: 16 }
                qos: { "*": ["p95 < 60s"] }
            """;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void shippedWorkloadsRunWithoutErrorsAndDataReconciles() throws Exception {
        Path file = Files.writeString(
                folder.resolve("shipped-workloads.yaml"), RUN_FILE.replace("FOLDER", folder.toString()));
        try (LaunchedPlateau run = Quickstart.startFile(folder, Map.of(), file)) {
            // On a busy machine the run may be invalid (2); it must not fail.
            assertThat(run.awaitExit(Duration.ofMinutes(5)))
                    .as(run.everything())
                    .isIn(0, 2);
        }
        JsonNode result = RunFolder.only(Quickstart.runs(folder)).json("result.json");
        assertThat(result.path("status").asString()).isEqualTo("completed");
        TreeSet<String> driven = new TreeSet<>();
        for (JsonNode workload : result.path("workloads")) {
            driven.add(workload.path("plugin").asString());
            JsonNode counts = workload.path("all").path("figures");
            assertThat(counts.path("ok").asLong()).as(workload.toString()).isGreaterThan(10);
            assertThat(counts.path("errors").asLong()).as(workload.toString()).isZero();
        }
        assertThat(driven).containsExactly("consolidation", "dvdstore", "mail", "olio", "redis");
        TreeSet<String> compared = new TreeSet<>();
        for (JsonNode row : result.path("reconciliation")) {
            compared.add(row.path("scope").asString());
            assertThat(row.path("state").asString()).as(row.toString()).isIn("ok", "not-tested");
        }
        assertThat(compared).containsExactly("1/cache", "1/events", "1/file", "1/java", "1/mail", "1/pages", "1/store");
    }
}
