// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.plateaubench.engine.config.RunFileReader;
import org.plateaubench.engine.config.RunFileReader.RunFile;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.plan.planning.Planner;

/** Reads and plans run files with the plugins of {@link TestShop}. */
public final class TestRuns {
    /** A valid run file; tests replace parts of it. */
    public static final String GOOD = """
            run: { name: trial, seed: 42 }
            phases:
              rampUp: 30s
              steady: 5m
              rampDown: 10s
            suts:
              db:
                service: testdb
                mode: external
                url: "db${tile}.lab"
                password: "${env:PASSWORD}"
            workloads:
              store:
                plugin: shop
                sut: db
                load:
                  users: 64
                  think: { exponential: 200ms }
                parameters:
                  size: small
                timeout: 20s
                qos:
                  purchase: ["p95 < 500ms"]
            """;

    /** A run of a few seconds without a SUT. */
    public static final String PINGS = """
            run: { name: trial, seed: 7 }
            phases: { rampUp: 1s, steady: 2s, rampDown: 1s, drain: 1s }
            workloads:
              pings: { plugin: pings/fast, load: { users: 4 } }
            """;

    private TestRuns() {}

    public static RunFile read(String yaml, String... settings) throws WrongConfiguration {
        return RunFileReader.read("run.yaml", yaml.getBytes(StandardCharsets.UTF_8), List.of(settings));
    }

    public static RunPlan plan(String yaml, String... settings) throws WrongConfiguration {
        return plan(read(yaml, settings));
    }

    public static RunPlan plan(RunFile file) throws WrongConfiguration {
        return new Planner(TestShop.catalog()).plan(file);
    }

    /** The problems of a text, as they are printed; none when it can be planned. */
    public static List<String> problems(String yaml, String... settings) {
        try {
            plan(yaml, settings);
            return List.of();
        } catch (WrongConfiguration e) {
            return e.problems().stream().map(Problem::toString).toList();
        }
    }
}
