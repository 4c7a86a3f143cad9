// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunResultTest {
    private static final String FAILED = """
            { "schema": "plateau.result/1", "runId": "2026-store", "name": "store", "class": "dev", "verdict": "fail",
              "conclusion": { "kind": "fail", "word": "Fail", "detail": "the SUT did not meet every requirement." },
              "reasons": [
                { "rule": "limit", "severity": "fail", "message": "p95 was 7 ms." },
                { "rule": "M19-pacing", "severity": "note", "message": "It was late." } ],
              "audits": [ { "rule": "M17-completed", "state": "ok", "scope": "run", "message": "It ended." } ],
              "workloads": [ { "tile": 1, "name": "shop", "metric": { "name": "orders", "value": 12.5, "unit": "1/s" },
                "counters": { "bytes": 3 },
                "all": { "figures": { "intended": 9, "ok": 8, "errors": 1, "throughput": 2.5 }, "qos": [] },
                "operations": [ { "name": "buy", "figures": { "intended": 9, "ok": 8, "errors": 1, "p95": 7.0 },
                  "lowResolution": ["p95"],
                  "qos": [ { "metric": "p95", "operator": "<", "bound": 5.0, "unit": "ms", "value": 7.0, "met": false },
                    { "metric": "errors", "operator": "<", "bound": 1.0, "unit": "%", "value": null, "met": null } ] } ]
              } ] }
            """;

    @TempDir
    Path folder;

    @Test
    void resultFileIsRead() throws Exception {
        RunResult result = read(FAILED);

        assertThat(result.outcome()).isEqualTo(RunResult.Outcome.FAIL);
        assertThat(result.audits()).singleElement().matches(RunResult.Audit::isOk);
        RunResult.WorkloadResult shop = result.workload("shop");
        assertThat(shop.metric()).isEqualTo(12.5);
        assertThat(shop.countersInWindow()).containsEntry("bytes", 3.0);
        assertThat(shop.all().figure("errors")).isEqualTo(1);
        RunResult.OperationResult buy = shop.operation("buy");
        assertThat(buy.figure("p95")).isEqualTo(7);
        assertThat(buy.limits())
                .containsExactly(
                        new RunResult.OperationResult.Limit("p95 < 5.0 ms", 7, Optional.of(false)),
                        new RunResult.OperationResult.Limit("errors < 1.0 %", Double.NaN, Optional.empty()));
    }

    @Test
    void failedRunIsExplainedWithoutNotes() throws Exception {
        assertThatThrownBy(() -> read(FAILED).requirePass())
                .isInstanceOf(AssertionError.class)
                .hasMessage("store: Fail: the SUT did not meet every requirement.%n- p95 was 7 ms.%nThe run is in %s."
                        .formatted(folder));
    }

    @Test
    void unknownNameIsReportedWithKnownNames() throws Exception {
        RunResult result = read(FAILED);

        assertThatThrownBy(() -> result.workload("store")).hasMessage("The run has no workload 'store', but [shop].");
        assertThatThrownBy(() -> result.workload("shop").operation("look"))
                .hasMessage("Workload shop has no operation 'look', but [buy].");
        assertThatThrownBy(() -> result.workload("shop").all().figure("p95"))
                .hasMessage("Operation all has no figure 'p95', but [errors, intended, ok, throughput].");
    }

    @Test
    void resultWithAnotherSchemaIsRefused() {
        assertThatThrownBy(() -> read("{ \"schema\": \"plateau.result/2\" }"))
                .isInstanceOf(LaunchFailure.class)
                .hasMessageContaining("has the schema 'plateau.result/2', and plateau.result/1 is needed");
        assertThatThrownBy(() -> read("{"))
                .isInstanceOf(LaunchFailure.class)
                .hasMessageEndingWith("cannot be read: it is not JSON at line 1, column 2");
        for (String kind : List.of(
                "{ \"schema\": {} }", "{ \"schema\": \"plateau.result/1\", \"workloads\": [ { \"tile\": {} } ] }")) {
            assertThatThrownBy(() -> read(kind))
                    .isInstanceOf(LaunchFailure.class)
                    .hasMessageStartingWith(folder.resolve(RunResult.FILE) + " cannot be read: ");
        }
        assertThatThrownBy(() -> RunResult.read(folder.resolve("none"))).isInstanceOf(LaunchFailure.class);
    }

    @Test
    void editedResultIsRefused() throws Exception {
        Files.writeString(folder.resolve("MANIFEST.sha256"), "0".repeat(64) + "  " + RunResult.FILE + "\n");
        assertThatThrownBy(() -> read(FAILED))
                .isInstanceOf(LaunchFailure.class)
                .hasMessageContaining("it was changed after the run");
    }

    private RunResult read(String json) throws IOException, LaunchFailure {
        Files.writeString(folder.resolve(RunResult.FILE), json);
        return RunResult.read(folder);
    }
}
