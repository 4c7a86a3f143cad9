// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.report.comparison.PlanDigest;

/** What a run says that it was made with. */
final class RunSoftwareTest {
    private static final Map<String, Object> PLAN = Map.of(
            "workloads",
            List.of(Map.of(
                    "plugin",
                    "shop",
                    "shares",
                    List.of(Map.of("agent", "left", "users", 1), Map.of("agent", "right", "users", 1)))),
            "suts",
            List.of(Map.of("name", "db", "service", "postgres")));

    private static Map<String, String> of(Map<String, Object> plateau, String serviceVersion) {
        return Objects.requireNonNull(RunSoftware.of(
                Map.of(
                        "programs",
                        Map.of("1/disk", Map.of("fio", "3." + serviceVersion)),
                        "plateau",
                        plateau,
                        "plugins",
                        List.of(
                                Map.of("id", "shop", "version", "1", "jars", List.of()),
                                Map.of(
                                        "id",
                                        "databases",
                                        "version",
                                        serviceVersion,
                                        "jars",
                                        List.of(),
                                        "services",
                                        List.of("mariadb", "postgres")),
                                Map.of(
                                        "id",
                                        "unused",
                                        "version",
                                        serviceVersion,
                                        "jars",
                                        List.of(),
                                        "services",
                                        List.of("redis")))),
                PLAN));
    }

    @Test
    void hasThePluginsOfWorkloadsAndOfTheServicesOfSystems() {
        Map<String, String> one = of(Map.of("version", "0.1"), "1");
        assertThat(one)
                .containsEntry("plan", PlanDigest.of(PLAN).substring(0, 12))
                .containsEntry("agents", "left + right")
                .containsEntry("Plateau", "0.1")
                .containsEntry("plugin shop", "1")
                .containsEntry("plugin databases", "1")
                .containsEntry("fio of 1/disk", "3.1")
                .hasSize(6);
        assertThat(RunSoftware.differences(List.of(one, of(Map.of("version", "0.1"), "2"))))
                .endsWith("fio of 1/disk 3.1 and 3.2; plugin databases 1 and 2.");
    }

    @Test
    void anUnknownDigestOfPlateauIsNoDifference() {
        Map<String, String> earlier = of(Map.of("version", "0.1"), "1");
        Map<String, String> one = of(Map.of("version", "0.1", "digest", "a".repeat(64)), "1");
        Map<String, String> other = of(Map.of("version", "0.1", "digest", "b".repeat(64)), "1");
        assertThat(RunSoftware.differences(List.of(earlier, one))).isEmpty();
        assertThat(RunSoftware.differences(List.of(earlier, one, other)))
                .endsWith("jars of Plateau " + "a".repeat(12) + " and " + "b".repeat(12) + ".");
    }
}
