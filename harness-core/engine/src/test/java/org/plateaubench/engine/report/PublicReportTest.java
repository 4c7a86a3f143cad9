// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.TestRun.MILLI;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Load;
import org.plateaubench.engine.judge.Judge;
import org.plateaubench.engine.judge.TestPlan;
import org.plateaubench.engine.judge.TestRun;
import org.plateaubench.engine.plan.PlannedScore;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.report.PublicReport.PublicText;
import org.plateaubench.engine.store.RunEnvironment;
import org.plateaubench.engine.store.StoredRun;

/** One tile of a workload that reads ten times a second, twice as often as the reference, on a host with a name. */
final class PublicReportTest {
    @TempDir
    private Path folder;

    private final TestPlan plan = new TestPlan();

    private StoredRun run(long millis, Map<String, Object> parameters) {
        plan.limits.put("read", List.of("p95 < 20ms"));
        plan.steady = Duration.ofSeconds(20);
        plan.score = new PlannedScore("lab", "ab".repeat(32), 0.8, 0.2, Map.of("cache", 5.0), Map.of());
        RunPlan planned = plan.simple(1, new Load.Closed(8, 1)).build();
        TestRun run = new TestRun(folder, planned);
        run.drive(start -> {
            for (int i = 0; i < 10; i++) {
                run.ok("1/cache", "read", start + i * 60L * MILLI, millis * MILLI, 0);
                run.ok("1/cache", "write", start + i * 60L * MILLI, millis * MILLI, 0);
            }
        });
        run.end("completed");
        StoredRun stored = run.read();
        Map<String, Object> tree = new LinkedHashMap<>(stored.plan());
        tree.put(
                "suts",
                List.of(Map.of(
                        "tile", 1, "name", "store", "service", "acme", "mode", "external", "parameters", parameters)));
        return new StoredRun(
                stored.folder(),
                stored.runId(),
                tree,
                environment(),
                stored.entries(),
                stored.events(),
                stored.errors(),
                stored.telemetry(),
                stored.damage(),
                stored.sealed(),
                stored.closed());
    }

    private static Map<String, Object> environment() {
        Map<String, Object> host = new LinkedHashMap<>();
        host.put("name", "loadgen7.perf.acme.example");
        host.put("agents", List.of("agent-1"));
        host.put("operatingSystem", "Linux");
        host.put("kernel", "6.1.0");
        host.put("architecture", "amd64");
        host.put("cpuModel", "AMD EPYC 9654");
        host.put("cores", 96);
        host.put("memoryBytes", 256L << 30);
        host.put("settings", Map.of("/sys/kernel/mm/transparent_hugepage/enabled", "never"));
        return Map.of(
                "hosts",
                List.of(host),
                "jvm",
                Map.of(
                        "vendor",
                        "Acme",
                        "version",
                        "25",
                        "name",
                        "VM",
                        "maxHeapBytes",
                        1,
                        "flags",
                        List.of("-Xlog:gc:/home/alice/gc.log", "-Xmx4g")));
    }

    private static String page(StoredRun run, String notes) {
        return PublicReport.of(run, Judge.judge(run), notes);
    }

    @Test
    void pageHasScoreVerdictHardwareTuningAndNotes() {
        String page = page(run(5, Map.of("maxmemory", "4g", "io-threads", 8)), "Mine: <script>alert(1)</script>\u202e");

        assertThat(page)
                .contains("<p class=\"score\">2.00 @ 1 tile</p>", "PASSED, class standard")
                .contains("AMD EPYC 9654, 96 cores; 256 GiB; Linux, 6.1.0, amd64", "-Xmx4g")
                .contains("/sys/kernel/mm/transparent_hugepage/enabled never")
                .contains("<th scope=\"row\">1/store</th><td>acme, external: ", "maxmemory 4g", "io-threads 8")
                .contains("p95 &lt; 20ms", "kind closed, users 8")
                .contains("Mine: &lt;script&gt;alert(1)&lt;/script&gt;\ufffd")
                .doesNotContain("<script");
    }

    @Test
    void scoreOfARunThatMissedALimitIsStruckThrough() {
        assertThat(page(run(35, Map.of()), ""))
                .contains("<s class=\"score\">2.00 @ 1 tile</s>", "FAILED, class standard");
    }

    @Test
    void secretsPathsAndHostsAreLeftOut() {
        plan.description = "Runs on db7 and DB8.perf.acme.example from ~/bench/run.yaml";
        StoredRun run = run(
                5,
                Map.of(
                        "url", "jdbc:acme://scott:tiger-planted@db7.dc.acme.example:5432/shop?user=scott",
                        "password", "${file:/home/alice/planted}",
                        "apiToken", "planted-token",
                        "config", "/home/alice/acme.conf",
                        "replicas", Map.of("hosts", List.of("cache-a:6379", "10.20.30.40"))));

        String page = page(
                run,
                "See /var/log/acme.log on loadgen7 and cache-a, wiki.corp, fe80::1:2:3 and 192.168.7.9:80, C:\\Users\\alice.");

        assertThat(page)
                .contains("jdbc:acme://(host)", "password (secret)", "apiToken (secret)", "config (path)")
                .contains("Runs on (host) and (host) from (path)")
                .contains("See (path) on (host) and (host), (host), (host) and (host):80, (path)")
                .doesNotContainIgnoringCase("planted")
                .doesNotContain("alice", "scott", "db7", "DB8", "loadgen7", "perf.acme", "cache-a", "10.20.30.40");
    }

    @Test
    void figuresVersionsAndNamesAreKept() {
        PublicText text = new PublicText(
                RunEnvironment.of(environment()),
                RunPlan.fromTree(run(5, Map.of("host", "store", "hosts", "vm")).plan()),
                Judge.judge(run(5, Map.of())));
        for (String kept : List.of(
                "1/cache read/write 33.1 answers/s, 5 /s",
                "Java 25.0.1, Redis 7.2.4, judge 1",
                "12:30:45Z and 00:01:02",
                "and/or, https, acme.conf",
                "the store on localhost",
                "OpenJDK 64-Bit Server VM, -Dplateau.home=x")) {
            assertThat(text.of(kept)).isEqualTo(kept);
        }
    }
}
