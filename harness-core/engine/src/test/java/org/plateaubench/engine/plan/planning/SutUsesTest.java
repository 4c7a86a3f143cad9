// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Parameter;
import org.plateaubench.engine.TestRuns;
import org.plateaubench.engine.TestShop;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.loader.PluginCatalog;

/** SUTs of a run file that use other SUTs of the same file. */
final class SutUsesTest {
    record WebParameters(
            @Parameter(description = "Its database.", defaultValue = "", sut = true)
            String database,

            @Parameter(description = "Its cache.", defaultValue = "", sut = true)
            String cache) {}

    /** Problems of the suts section alone; lines are counted from its first. */
    private static List<String> problems(String... suts) {
        String yaml = "suts:\n" + String.join("\n", suts) + "\nphases: { steady: 1m }\n";
        try {
            new Planner(PluginCatalog.of(TestShop.plugin(
                            "web", List.of(), List.of(new TestShop.PlannedService<>("web", WebParameters.class)))))
                    .plan(TestRuns.read(yaml));
            return List.of();
        } catch (WrongConfiguration e) {
            return e.problems().stream()
                    .map(Problem::toString)
                    .filter(problem -> problem.contains("suts."))
                    .toList();
        }
    }

    @Test
    void sutMayBeUsedByTwoOthers() {
        assertThat(problems(
                        "  a: { service: web, mode: embedded, database: c, cache: b }",
                        "  b: { service: web, mode: embedded, database: c }",
                        "  c: { service: web, mode: embedded }"))
                .isEmpty();
    }

    @Test
    void unknownSutIsLocatedAtTheParameter() {
        assertThat(problems(
                        "  shop: { service: web, mode: embedded, database: bd }",
                        "  db: { service: web, mode: embedded }"))
                .containsExactly("run.yaml:2:51: suts.shop.database: unknown SUT 'bd', did you mean 'db'?");
    }

    @Test
    void sutThatUsesItselfIsRefused() {
        assertThat(problems("  shop: { service: web, mode: embedded, cache: shop }"))
                .containsExactly("run.yaml:2:48: suts.shop.cache: names the SUT itself");
    }

    @Test
    void circularUseIsLocatedAtEveryParameter() {
        assertThat(problems(
                        "  a: { service: web, mode: embedded, database: b }",
                        "  b: { service: web, mode: embedded, cache: c }",
                        "  c: { service: web, mode: embedded, database: b }"))
                .containsExactly(
                        "run.yaml:3:45: suts.b.cache: is part of a cycle: b uses c, which uses b, so that none of"
                                + " them can be started first",
                        "run.yaml:4:48: suts.c.database: is part of a cycle: c uses b, which uses c, so that none"
                                + " of them can be started first");
    }
}
