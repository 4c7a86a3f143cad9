// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.plateaubench.engine.config.RunFileReader;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.plan.planning.Planner;
import org.plateaubench.loader.PluginCatalog;

/** The plan of a short run of the fake plugin, with an embedded SUT. */
public final class TrialPlan {
    private static final String FILE = """
            run: { name: trial, seed: 7 }
            phases: { rampUp: 500ms, steady: 2s, rampDown: 200ms, drain: 1s }
            suts:
              store: { service: fakestore, mode: embedded }
            workloads:
              puts: { plugin: fake, sut: store, load: { users: 1000 }, timeout: 1s }
            """;

    private TrialPlan() {}

    /** The plan with the given agents and with changed settings of its file. */
    public static RunPlan of(List<String> agents, String... settings) throws Exception {
        return new Planner(PluginCatalog.of(new FakePlugin()), agents)
                .plan(RunFileReader.read("run.yaml", FILE.getBytes(StandardCharsets.UTF_8), List.of(settings)));
    }
}
